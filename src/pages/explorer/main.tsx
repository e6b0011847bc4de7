import { Page, renderPage } from '../shared/page.tsx';

renderPage(
  <Page>
    <h1>Explorer</h1>
  </Page>,
);
