/**
 * @generated SignedSource<<a84835a371cc33c3009491e58d8ef18b>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
export type IframeAccessLevelEnum = "ALL" | "REGISTERED" | "SIGNED_IN" | "%future added value";
export type IframeEmbedTypeEnum = "EMBED_IN_MEETING_PAGE" | "NONE" | "OPEN_IN_LIVE_EVENT_PAGE" | "OPEN_IN_NEW_TAB" | "%future added value";
export type RegistrationTypeType = "ON_DIFFERENT_PLATFORM" | "ON_THIS_PLATFORM" | "REGISTRATION_DISABLED" | "%future added value";
export type TypeOfMeeting = "HYBRID" | "IN_PERSON" | "ONLINE" | "%future added value";
export type UpdateMeetingInput = {
  attributes: MeetingAttributes;
  clientMutationId?: string | null | undefined;
  locale?: string | null | undefined;
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
  registrationType: RegistrationTypeType;
  registrationUrl?: string | null | undefined;
  registrationsEnabled?: boolean | null | undefined;
  startTime: any;
  taxonomies?: ReadonlyArray<string> | null | undefined;
  title: string;
  typeOfMeeting: TypeOfMeeting;
};
export type operationsUpdateMeetingMutation$variables = {
  componentId: string;
  input: UpdateMeetingInput;
  meetingId: string;
};
export type operationsUpdateMeetingMutation$data = {
  readonly component: {
    readonly meeting?: {
      readonly update: {
        readonly id: string;
        readonly title: {
          readonly translation: string | null | undefined;
        };
      } | null | undefined;
    } | null | undefined;
  };
};
export type operationsUpdateMeetingMutation = {
  response: operationsUpdateMeetingMutation$data;
  variables: operationsUpdateMeetingMutation$variables;
};

const node: ConcreteRequest = (function(){
var v0 = {
  "defaultValue": null,
  "kind": "LocalArgument",
  "name": "componentId"
},
v1 = {
  "defaultValue": null,
  "kind": "LocalArgument",
  "name": "input"
},
v2 = {
  "defaultValue": null,
  "kind": "LocalArgument",
  "name": "meetingId"
},
v3 = [
  {
    "kind": "Variable",
    "name": "id",
    "variableName": "componentId"
  }
],
v4 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "id",
  "storageKey": null
},
v5 = {
  "alias": null,
  "args": [
    {
      "kind": "Variable",
      "name": "id",
      "variableName": "meetingId"
    }
  ],
  "concreteType": "MeetingMutation",
  "kind": "LinkedField",
  "name": "meeting",
  "plural": false,
  "selections": [
    {
      "alias": null,
      "args": [
        {
          "kind": "Variable",
          "name": "input",
          "variableName": "input"
        }
      ],
      "concreteType": "Meeting",
      "kind": "LinkedField",
      "name": "update",
      "plural": false,
      "selections": [
        (v4/*:: as any*/),
        {
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
        }
      ],
      "storageKey": null
    }
  ],
  "storageKey": null
},
v6 = [
  (v4/*:: as any*/)
];
return {
  "fragment": {
    "argumentDefinitions": [
      (v0/*:: as any*/),
      (v1/*:: as any*/),
      (v2/*:: as any*/)
    ],
    "kind": "Fragment",
    "metadata": null,
    "name": "operationsUpdateMeetingMutation",
    "selections": [
      {
        "alias": null,
        "args": (v3/*:: as any*/),
        "concreteType": null,
        "kind": "LinkedField",
        "name": "component",
        "plural": false,
        "selections": [
          {
            "kind": "InlineFragment",
            "selections": [
              (v5/*:: as any*/)
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
    "argumentDefinitions": [
      (v0/*:: as any*/),
      (v2/*:: as any*/),
      (v1/*:: as any*/)
    ],
    "kind": "Operation",
    "name": "operationsUpdateMeetingMutation",
    "selections": [
      {
        "alias": null,
        "args": (v3/*:: as any*/),
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
              (v5/*:: as any*/),
              (v4/*:: as any*/)
            ],
            "type": "MeetingsMutation",
            "abstractKey": null
          },
          {
            "kind": "InlineFragment",
            "selections": (v6/*:: as any*/),
            "type": "AccountabilityMutation",
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
    "cacheID": "a2d6e8a0a7015e1793e64b081e466ea4",
    "id": null,
    "metadata": {},
    "name": "operationsUpdateMeetingMutation",
    "operationKind": "mutation",
    "text": "mutation operationsUpdateMeetingMutation(\n  $componentId: ID!\n  $meetingId: ID!\n  $input: UpdateMeetingInput!\n) {\n  component(id: $componentId) {\n    __typename\n    ... on MeetingsMutation {\n      meeting(id: $meetingId) {\n        update(input: $input) {\n          id\n          title {\n            translation(locale: \"en\")\n          }\n        }\n      }\n      id\n    }\n    ... on AccountabilityMutation {\n      id\n    }\n    ... on ProposalsMutation {\n      id\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "1f63ae77b8858bbd87c5558b305f2841";

export default node;
