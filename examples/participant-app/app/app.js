// The page. It does not know how the participant signs in: `participant.js` does.
import { finishSignIn, send, signIn, signOut } from './participant.js';

const component = 1;
const list = document.querySelector('#proposals');
const template = document.querySelector('template');
const status = document.querySelector('[role=status]');
const who = document.querySelector('#who');
const session = document.querySelector('#session');

/** Runs what somebody asked for, and says what came of it. */
async function attempt(work, success = '') {
  try {
    await work();
    status.textContent = success;
  } catch (error) {
    status.textContent = `That did not work: ${error.error_description ?? error.message}`;
  }
}

/** Sends a mutation. */
async function write(query, variables) {
  const { data, errors } = await send(query, variables);
  if (errors) throw new Error(errors[0].message);
  return data;
}

const vote = async (id) => {
  const query = `mutation ($component: ID!, $id: ID!) {
    component(id: $component) { ... on ProposalsMutation { proposal(id: $id) { vote(input: {}) { voteCount } } } }
  }`;
  return (await write(query, { component, id })).component.proposal.vote.voteCount;
};

const comment = (id, body) => {
  const query = `mutation ($id: String!, $body: String!) {
    commentable(id: $id, type: "Decidim::Proposals::Proposal", locale: "en") { addComment(body: $body) { id } }
  }`;
  return write(query, { id, body });
};

function showProposal({ id, title, voteCount, totalCommentsCount }, isSignedIn) {
  // Not every proposal is translated.
  const text = title.translation || title.translations[0].text;
  const item = template.content.cloneNode(true).firstElementChild;
  const find = (selector) => item.querySelector(selector);
  const count = (votes, comments) => (find('.counts').textContent = `${votes ?? 0} votes · ${comments} comments`);
  find('h2').textContent = text;
  count(voteCount, totalCommentsCount);
  find('.actions').hidden = !isSignedIn;
  find('button.vote').setAttribute('aria-label', `Vote for ${text}`);
  find('textarea').setAttribute('aria-label', `Comment on ${text}`);
  find('button.vote').addEventListener('click', ({ target }) =>
    attempt(async () => {
      voteCount = await vote(id);
      count(voteCount, totalCommentsCount);
      target.disabled = true;
      target.textContent = 'Voted';
      target.setAttribute('aria-label', `Voted for ${text}`);
    }, 'Your vote counts.'),
  );
  find('form').addEventListener('submit', (event) => {
    event.preventDefault();
    void attempt(async () => {
      await comment(id, find('textarea').value);
      event.target.reset();
      totalCommentsCount += 1;
      count(voteCount, totalCommentsCount);
    }, 'Your comment is published.');
  });
  return item;
}

/** Who is signed in. */
let user;

async function show() {
  const query = `query ($component: ID!) {
    session { user { name } }
    component(id: $component) { ... on Proposals { proposals(first: 20) { nodes {
      id title { translation(locale: "en") translations { text } } voteCount totalCommentsCount
    } } } }
  }`;
  const { data, errors } = await send(query, { component });
  if (!data?.component) throw new Error(errors?.[0].message ?? 'There are no proposals here.');
  user = data.session?.user;
  who.textContent = user ? `Signed in as ${user.name}` : 'Sign in to vote and comment.';
  session.textContent = user ? 'Sign out' : 'Sign in';
  // A proposal that this person may not see is null, with an error beside the data.
  const proposals = data.component.proposals.nodes.filter((each) => each !== null);
  list.replaceChildren(...proposals.map((each) => showProposal(each, Boolean(user))));
}

session.addEventListener('click', () => attempt(user ? () => signOut().then(show) : signIn));
await attempt(finishSignIn);
const refusal = status.textContent;
await attempt(show, refusal);
