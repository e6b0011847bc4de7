const none = () => [];
const zero = () => 0;
const no = () => false;
const yes = () => true;
const nothing = () => null;

/** The fields of records to which files could be attached: the store keeps none. */
export const attachmentFields = { attachments: none };
export const attachmentCollectionFields = { ...attachmentFields, attachmentCollections: none };

/** The fields of records that people could follow: nobody does. */
export const followFields = { followers: none, followsCount: zero };

/** The fields of records that people could like: nobody does. */
export const likeFields = { likes: none, likesCount: zero };

/** The fields of records of a class of the platform that take comments: there are none yet. */
export const createCommentFields = (type: string) => ({
  acceptsNewComments: yes,
  comments: none,
  commentsHaveAlignment: yes,
  commentsHaveVotes: yes,
  hasComments: no,
  totalCommentsCount: zero,
  type: () => type,
  userAllowedToComment: yes,
});

/** The fields of meetings for which nothing is stored: each has the value of a meeting that was given none. */
export const constantMeetingFields = {
  agenda: nothing,
  attendingOrganizations: nothing,
  audioUrl: nothing,
  commentsEnabled: yes,
  commentsEndTime: nothing,
  commentsStartTime: nothing,
  contributionCount: nothing,
  customizeRegistrationEmail: no,
  privateMeeting: no,
  publicParticipants: none,
  services: none,
  transparent: yes,
  videoUrl: nothing,
};

/** The fields of proposals for which nothing is stored. */
export const constantProposalFields = {
  amendments: none,
  createdInMeeting: no,
  meeting: nothing,
  participatoryTextLevel: nothing,
  voteCount: zero,
};

/** The fields of projects for which nothing is stored. */
export const constantProjectFields = {
  address: nothing,
  commentsHaveAlignment: no,
  confirmedVotes: nothing,
  relatedProposals: none,
  selected: no,
  selectedAt: nothing,
  taxonomies: none,
};

/** The fields of processes for which nothing is stored. */
export const constantProcessFields = {
  allowsSteps: yes,
  categories: none,
  hasSteps: no,
  heroImage: nothing,
  linkedParticipatorySpaces: none,
  participatoryProcessGroup: nothing,
  promoted: no,
  steps: none,
  taxonomies: none,
};

/** The fields of users for which nothing is stored. */
export const constantUserFields = { about: nothing, followersCount: zero, personalUrl: nothing };
