import { Page, renderPage } from '../shared/page.tsx';

renderPage(
  <Page>
    <h1>Console</h1>
  </Page>,
);
