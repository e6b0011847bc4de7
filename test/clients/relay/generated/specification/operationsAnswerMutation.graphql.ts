/**
 * @generated SignedSource<<5a4c3df1d0998d34f14aedcd6ecf7d79>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
export type AnswerInput = {
  attributes: AnswerProposalAttributes;
  clientMutationId?: string | null | undefined;
};
export type AnswerProposalAttributes = {
  answerContent?: any | null | undefined;
  cost?: number | null | undefined;
  costReport?: any | null | undefined;
  executionPeriod?: any | null | undefined;
  state?: string | null | undefined;
};
export type operationsAnswerMutation$variables = {
  componentId: string;
  input: AnswerInput;
  proposalId: string;
};
export type operationsAnswerMutation$data = {
  readonly component: {
    readonly proposal?: {
      readonly answer: {
        readonly answer: {
          readonly translation: string | null | undefined;
        } | null | undefined;
        readonly id: string;
        readonly state: string | null | undefined;
      } | null | undefined;
    } | null | undefined;
  };
};
export type operationsAnswerMutation = {
  response: operationsAnswerMutation$data;
  variables: operationsAnswerMutation$variables;
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
  "name": "proposalId"
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
      "variableName": "proposalId"
    }
  ],
  "concreteType": "ProposalMutation",
  "kind": "LinkedField",
  "name": "proposal",
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
      "concreteType": "Proposal",
      "kind": "LinkedField",
      "name": "answer",
      "plural": false,
      "selections": [
        (v4/*:: as any*/),
        {
          "alias": null,
          "args": null,
          "kind": "ScalarField",
          "name": "state",
          "storageKey": null
        },
        {
          "alias": null,
          "args": null,
          "concreteType": "TranslatedField",
          "kind": "LinkedField",
          "name": "answer",
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
    "name": "operationsAnswerMutation",
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
            "type": "ProposalsMutation",
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
    "name": "operationsAnswerMutation",
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
            "type": "ProposalsMutation",
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
            "type": "MeetingsMutation",
            "abstractKey": null
          }
        ],
        "storageKey": null
      }
    ]
  },
  "params": {
    "cacheID": "7efd1a3ec68c8b8d531b3deb3233bdcd",
    "id": null,
    "metadata": {},
    "name": "operationsAnswerMutation",
    "operationKind": "mutation",
    "text": "mutation operationsAnswerMutation(\n  $componentId: ID!\n  $proposalId: ID!\n  $input: AnswerInput!\n) {\n  component(id: $componentId) {\n    __typename\n    ... on ProposalsMutation {\n      proposal(id: $proposalId) {\n        answer(input: $input) {\n          id\n          state\n          answer {\n            translation(locale: \"en\")\n          }\n        }\n      }\n      id\n    }\n    ... on AccountabilityMutation {\n      id\n    }\n    ... on MeetingsMutation {\n      id\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "73bba142c0f21e5db8f8c28424f77390";

export default node;
