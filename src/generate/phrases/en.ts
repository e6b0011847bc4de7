/** What people and a town write, in one language. The lists of all languages have the same things in the same places. */
export interface Phrases {
  /** What a proposal, a project or a result is about. */
  things: string[];
  /** Where; `{street}` is a street. */
  places: string[];
  reasons: string[];
  comments: string[];
  meetings: string[];
  debates: string[];
  posts: string[];
  processes: string[];
  assemblies: string[];
  components: Record<'proposals' | 'meetings' | 'debates' | 'blogs' | 'accountability', string>;
  answers: { accepted: string; rejected: string; evaluating: string };
}

export const en: Phrases = {
  things: [
    'More benches',
    'A protected bicycle lane',
    'New street lights',
    'A dog park',
    'Trees that give shade',
    'A drinking fountain',
    'A safer crossing',
    'A playground for all ages',
    'A community garden',
    'Longer hours for the library',
    'A night bus',
    'A wall for street art',
    'Ramps for wheelchairs',
    'A weekly farmers’ market',
    'Quiet hours at night',
    'A repair café',
    'Solar panels on public roofs',
    'An open-air cinema in summer',
    'A shelter at the bus stop',
    'More litter bins',
  ],
  places: [
    'on {street}',
    'near the school on {street}',
    'between the market and {street}',
    'along the river',
    'in the old town',
    'at the corner of {street}',
    'behind the town hall',
    'in the park by {street}',
  ],
  reasons: [
    'Many families pass here every day, and there is nothing for them.',
    'Two accidents last year show that something has to change.',
    'The neighbours have asked for this since the street was renewed.',
    'It costs little, and everybody can use it.',
    'Other towns of our size have done it, and it works well.',
    'Older people would leave the house more often.',
    'In summer it is too hot to walk here.',
    'The school and the parents’ association support the idea.',
    'We have collected two hundred signatures.',
    'It would make the quarter quieter and cleaner.',
  ],
  comments: [
    'I agree, we have waited long enough.',
    'Who will pay for the maintenance?',
    'Please think of people with a pushchair.',
    'I live next door, and I would use it every day.',
    'It is a good idea, but the place is wrong.',
    'Could we start with a trial of three months?',
    'There are more urgent things in this town.',
    'My children would love this.',
    'Has anybody talked to the shops in the street?',
    'I do not see how this helps the other quarters.',
    'Thank you for writing this down so clearly.',
    'The last time we tried this, nobody came.',
    'We should ask the school first.',
    'Finally! You have my vote.',
    'What does the town say about the cost?',
    'It would be better a little further north.',
  ],
  meetings: [
    'Meeting of the neighbours of {street}',
    'A walk along {street}',
    'Workshop: the future of {street}',
    'Open evening at the library',
    'Presentation of the proposals',
    'Breakfast with the mayor',
    'What shall we do with {street}?',
    'Ideas for the summer',
  ],
  debates: [
    'Should {street} be closed to cars on Sundays?',
    'What do young people miss in our town?',
    'How do we save water in summer?',
    'Which buildings should be renovated first?',
    'What should the new square be called?',
    'How noisy may a festival be?',
  ],
  posts: [
    'The works on {street} begin',
    'What we heard at the last meeting',
    'The next steps',
    'Thank you for all your proposals',
    'The budget in ten figures',
    'Photographs of the walk along {street}',
  ],
  processes: ['Plan for {street}', 'Participatory budget {year}', 'The town in {year}', 'A new square for {street}'],
  assemblies: ['Council of the quarter of {street}', 'Council of mobility', 'Youth council', 'Council of culture'],
  components: {
    proposals: 'Proposals',
    meetings: 'Meetings',
    debates: 'Debates',
    blogs: 'News',
    accountability: 'Results',
  },
  answers: {
    accepted: 'We will do this within the next two years.',
    rejected: 'The technical report says that this is not possible there.',
    evaluating: 'The technical services are looking into it.',
  },
};
