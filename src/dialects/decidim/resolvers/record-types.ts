import type { Kind } from '../../../records/records.ts';

/** A type of the API whose objects are records, and the platform's Ruby class of them. */
interface RecordType {
  kind: Kind;
  className: string;
}

/** The types whose objects are records, by name. Their fields with the name of a column have its value. */
export const recordTypes: Record<string, RecordType> = {
  Amendment: { kind: 'amendments', className: 'Decidim::Amendment' },
  Assembly: { kind: 'assemblies', className: 'Decidim::Assembly' },
  Attachment: { kind: 'attachments', className: 'Decidim::Attachment' },
  AttachmentCollection: { kind: 'attachmentCollections', className: 'Decidim::AttachmentCollection' },
  Budget: { kind: 'budgets', className: 'Decidim::Budgets::Budget' },
  Comment: { kind: 'comments', className: 'Decidim::Comments::Comment' },
  Debate: { kind: 'debates', className: 'Decidim::Debates::Debate' },
  Meeting: { kind: 'meetings', className: 'Decidim::Meetings::Meeting' },
  MeetingAgenda: { kind: 'agendas', className: 'Decidim::Meetings::Agenda' },
  MeetingAgendaItem: { kind: 'agendaItems', className: 'Decidim::Meetings::AgendaItem' },
  MeetingService: { kind: 'services', className: 'Decidim::Meetings::Service' },
  Milestone: { kind: 'milestones', className: 'Decidim::Accountability::Milestone' },
  Moderation: { kind: 'moderations', className: 'Decidim::Moderation' },
  Page: { kind: 'pages', className: 'Decidim::Pages::Page' },
  ParticipatoryProcess: { kind: 'processes', className: 'Decidim::ParticipatoryProcess' },
  ParticipatoryProcessGroup: { kind: 'processGroups', className: 'Decidim::ParticipatoryProcessGroup' },
  ParticipatoryProcessStep: { kind: 'steps', className: 'Decidim::ParticipatoryProcessStep' },
  ParticipatorySpaceLink: { kind: 'spaceLinks', className: 'Decidim::ParticipatorySpaceLink' },
  Post: { kind: 'posts', className: 'Decidim::Blogs::Post' },
  Project: { kind: 'projects', className: 'Decidim::Budgets::Project' },
  Proposal: { kind: 'proposals', className: 'Decidim::Proposals::Proposal' },
  ProposalState: { kind: 'proposalStates', className: 'Decidim::Proposals::ProposalState' },
  Question: { kind: 'questions', className: 'Decidim::Forms::Question' },
  Questionnaire: { kind: 'questionnaires', className: 'Decidim::Forms::Questionnaire' },
  Reportable: { kind: 'reports', className: 'Decidim::Report' },
  ReportableUser: { kind: 'userReports', className: 'Decidim::UserReport' },
  Result: { kind: 'results', className: 'Decidim::Accountability::Result' },
  StaticPage: { kind: 'staticPages', className: 'Decidim::StaticPage' },
  StaticPageTopic: { kind: 'staticPageTopics', className: 'Decidim::StaticPageTopic' },
  Status: { kind: 'statuses', className: 'Decidim::Accountability::Status' },
  Survey: { kind: 'surveys', className: 'Decidim::Surveys::Survey' },
  User: { kind: 'users', className: 'Decidim::User' },
  UserModeration: { kind: 'userModerations', className: 'Decidim::UserModeration' },
};

const types = new Map(Object.entries(recordTypes).map(([type, { kind }]) => [kind, type]));

/** The name of the type whose objects are the records of a kind. */
export const typeOf = (kind: Kind): string => types.get(kind)!;

/** The Ruby class of the records of a kind. */
export const classNameOf = (kind: Kind): string => recordTypes[typeOf(kind)]!.className;
