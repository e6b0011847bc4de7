const none = () => [];
const zero = () => 0;
const no = () => false;
const yes = () => true;
const nothing = () => null;

/** The fields of records to which files could be attached: the store keeps none. */
export const attachable = { attachments: none };
export const attachableInCollections = { ...attachable, attachmentCollections: none };

/** The fields of records that people could follow: nobody does. */
export const followable = { followers: none, followsCount: zero };

/** The fields of records that people could like: nobody does. */
export const likeable = { likes: none, likesCount: zero };

/** The fields of records of a class of the platform that take comments: there are none yet. */
export const commentable = (type: string) => ({
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
export const plainMeeting = {
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
export const plainProposal = {
  amendments: none,
  createdInMeeting: no,
  meeting: nothing,
  participatoryTextLevel: nothing,
  voteCount: zero,
};

/** The fields of projects for which nothing is stored. */
export const plainProject = {
  address: nothing,
  commentsHaveAlignment: no,
  confirmedVotes: nothing,
  relatedProposals: none,
  selected: no,
  selectedAt: nothing,
  taxonomies: none,
};

/** The fields of processes for which nothing is stored. */
export const plainProcess = {
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
export const plainUser = { about: nothing, followersCount: zero, personalUrl: nothing };
