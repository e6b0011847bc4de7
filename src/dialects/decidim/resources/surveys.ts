import { notFound } from '../../../errors.ts';
import type { RequestContext } from '../../../graphql/context.ts';
import type { Component } from '../../../records/records.ts';
import { type PlatformBehavior, note } from '../resource.ts';

const unpublishedSurveys = {
  Surveys: {
    survey(component: Component, { id }: { id: string }, { store }: RequestContext) {
      const survey = store.find('surveys', id);
      if (survey?.componentId !== component.id) throw notFound('Survey');
      return survey;
    },
  },
};

/** What began or ended with a release. */
export const behaviors: Record<string, PlatformBehavior> = {
  // Only lists asked whether a survey is published.
  unpublishedSurveys: {
    until: '0.31',
    resolvers: unpublishedSurveys,
    notes: [note('finds a survey that is not published', 'Surveys.survey')],
  },
};
