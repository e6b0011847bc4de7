/**
 * @generated SignedSource<<56fa1a80cd7f02cbc91a92a681b2af5c>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
export type IframeAccessLevelEnum = "ALL" | "REGISTERED" | "SIGNED_IN" | "%future added value";
export type IframeEmbedTypeEnum = "EMBED_IN_MEETING_PAGE" | "NONE" | "OPEN_IN_LIVE_EVENT_PAGE" | "OPEN_IN_NEW_TAB" | "%future added value";
export type RegistrationTypeEnum = "ON_DIFFERENT_PLATFORM" | "ON_THIS_PLATFORM" | "REGISTRATION_DISABLED" | "%future added value";
export type TypeOfMeetingEnum = "HYBRID" | "IN_PERSON" | "ONLINE" | "%future added value";
export type CreateMeetingInput = {
  attributes: MeetingAttributes;
  clientMutationId?: string | null | undefined;
  locale: string;
  toggleTranslations?: boolean | null | undefined;
};
export type MeetingAttributes = {
  address?: string | null | undefined;
  availableSlots?: number | null | undefined;
  description: string;
  endTime: any;
  iframeAccessLevel?: IframeAccessLevelEnum | null | undefined;
  iframeEmbedType?: IframeEmbedTypeEnum | null | undefined;
  latitude?: number | null | undefined;
  location?: string | null | undefined;
  locationHints?: string | null | undefined;
  longitude?: number | null | undefined;
  onlineMeetingUrl?: string | null | undefined;
  registrationTerms?: string | null | undefined;
  registrationType: RegistrationTypeEnum;
  registrationUrl?: string | null | undefined;
  registrationsEnabled?: boolean | null | undefined;
  startTime: any;
  taxonomies?: ReadonlyArray<string> | null | undefined;
  title: string;
  typeOfMeeting: TypeOfMeetingEnum;
};
export type operationsCreateMeetingMutation$variables = {
  componentId: string;
  input: CreateMeetingInput;
};
export type operationsCreateMeetingMutation$data = {
  readonly component: {
    readonly createMeeting?: {
      readonly startTime: any;
      readonly title: {
        readonly translation: string | null | undefined;
      };
    } | null | undefined;
  };
};
export type operationsCreateMeetingMutation = {
  response: operationsCreateMeetingMutation$data;
  variables: operationsCreateMeetingMutation$variables;
};

const node: ConcreteRequest = (function(){
var v0 = [
  {
    "defaultValue": null,
    "kind": "LocalArgument",
    "name": "componentId"
  },
  {
    "defaultValue": null,
    "kind": "LocalArgument",
    "name": "input"
  }
],
v1 = [
  {
    "kind": "Variable",
    "name": "id",
    "variableName": "componentId"
  }
],
v2 = [
  {
    "kind": "Variable",
    "name": "input",
    "variableName": "input"
  }
],
v3 = {
  "alias": null,
  "args": null,
  "concreteType": "TranslatedField",
  "kind": "LinkedField",
  "name": "title",
  "plural": false,
  "selections": [
    {
      "alias": null,
      "args": [
        {
          "kind": "Literal",
          "name": "locale",
          "value": "en"
        }
      ],
      "kind": "ScalarField",
      "name": "translation",
      "storageKey": "translation(locale:\"en\")"
    }
  ],
  "storageKey": null
},
v4 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "startTime",
  "storageKey": null
},
v5 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "id",
  "storageKey": null
},
v6 = [
  (v5/*:: as any*/)
];
return {
  "fragment": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Fragment",
    "metadata": null,
    "name": "operationsCreateMeetingMutation",
    "selections": [
      {
        "alias": null,
        "args": (v1/*:: as any*/),
        "concreteType": null,
        "kind": "LinkedField",
        "name": "component",
        "plural": false,
        "selections": [
          {
            "kind": "InlineFragment",
            "selections": [
              {
                "alias": null,
                "args": (v2/*:: as any*/),
                "concreteType": "Meeting",
                "kind": "LinkedField",
                "name": "createMeeting",
                "plural": false,
                "selections": [
                  (v3/*:: as any*/),
                  (v4/*:: as any*/)
                ],
                "storageKey": null
              }
            ],
            "type": "MeetingsMutation",
            "abstractKey": null
          }
        ],
        "storageKey": null
      }
    ],
    "type": "Mutation",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Operation",
    "name": "operationsCreateMeetingMutation",
    "selections": [
      {
        "alias": null,
        "args": (v1/*:: as any*/),
        "concreteType": null,
        "kind": "LinkedField",
        "name": "component",
        "plural": false,
        "selections": [
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "__typename",
            "storageKey": null
          },
          {
            "kind": "InlineFragment",
            "selections": [
              {
                "alias": null,
                "args": (v2/*:: as any*/),
                "concreteType": "Meeting",
                "kind": "LinkedField",
                "name": "createMeeting",
                "plural": false,
                "selections": [
                  (v3/*:: as any*/),
                  (v4/*:: as any*/),
                  (v5/*:: as any*/)
                ],
                "storageKey": null
              },
              (v5/*:: as any*/)
            ],
            "type": "MeetingsMutation",
            "abstractKey": null
          },
          {
            "kind": "InlineFragment",
            "selections": (v6/*:: as any*/),
            "type": "DebatesMutation",
            "abstractKey": null
          },
          {
            "kind": "InlineFragment",
            "selections": (v6/*:: as any*/),
            "type": "ProposalsMutation",
            "abstractKey": null
          }
        ],
        "storageKey": null
      }
    ]
  },
  "params": {
    "cacheID": "60671e3a49cc7a8cc5ce846e97c6b77e",
    "id": null,
    "metadata": {},
    "name": "operationsCreateMeetingMutation",
    "operationKind": "mutation",
    "text": "mutation operationsCreateMeetingMutation(\n  $componentId: ID!\n  $input: CreateMeetingInput!\n) {\n  component(id: $componentId) {\n    __typename\n    ... on MeetingsMutation {\n      createMeeting(input: $input) {\n        title {\n          translation(locale: \"en\")\n        }\n        startTime\n        id\n      }\n      id\n    }\n    ... on DebatesMutation {\n      id\n    }\n    ... on ProposalsMutation {\n      id\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "765c5c6b4685047c7eac4a9a92cce231";

export default node;
