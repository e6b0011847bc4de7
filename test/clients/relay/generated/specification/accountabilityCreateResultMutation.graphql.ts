/**
 * @generated SignedSource<<b03030e518838fd00d33fe3c3b016d31>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
export type CreateResultInput = {
  attributes: ResultAttributes;
  clientMutationId?: string | null | undefined;
};
export type ResultAttributes = {
  appAccountabilityStatusId?: number | null | undefined;
  description?: any | null | undefined;
  endDate?: string | null | undefined;
  externalId?: string | null | undefined;
  parentId?: number | null | undefined;
  progress?: number | null | undefined;
  projectIds?: ReadonlyArray<number> | null | undefined;
  proposalIds?: ReadonlyArray<number> | null | undefined;
  startDate?: string | null | undefined;
  taxonomies?: ReadonlyArray<number> | null | undefined;
  title?: any | null | undefined;
  weight?: number | null | undefined;
};
export type accountabilityCreateResultMutation$variables = {
  componentId: string;
  input: CreateResultInput;
};
export type accountabilityCreateResultMutation$data = {
  readonly component: {
    readonly createResult?: {
      readonly progress: number | null | undefined;
      readonly title: {
        readonly translation: string | null | undefined;
      } | null | undefined;
    } | null | undefined;
  };
};
export type accountabilityCreateResultMutation = {
  response: accountabilityCreateResultMutation$data;
  variables: accountabilityCreateResultMutation$variables;
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
  "name": "progress",
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
    "name": "accountabilityCreateResultMutation",
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
                "concreteType": "Result",
                "kind": "LinkedField",
                "name": "createResult",
                "plural": false,
                "selections": [
                  (v3/*:: as any*/),
                  (v4/*:: as any*/)
                ],
                "storageKey": null
              }
            ],
            "type": "AccountabilityMutation",
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
    "name": "accountabilityCreateResultMutation",
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
                "concreteType": "Result",
                "kind": "LinkedField",
                "name": "createResult",
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
            "type": "AccountabilityMutation",
            "abstractKey": null
          },
          {
            "kind": "InlineFragment",
            "selections": (v6/*:: as any*/),
            "type": "MeetingsMutation",
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
    "cacheID": "0f4717980da513cf787dda9cca7a98b6",
    "id": null,
    "metadata": {},
    "name": "accountabilityCreateResultMutation",
    "operationKind": "mutation",
    "text": "mutation accountabilityCreateResultMutation(\n  $componentId: ID!\n  $input: CreateResultInput!\n) {\n  component(id: $componentId) {\n    __typename\n    ... on AccountabilityMutation {\n      createResult(input: $input) {\n        title {\n          translation(locale: \"en\")\n        }\n        progress\n        id\n      }\n      id\n    }\n    ... on MeetingsMutation {\n      id\n    }\n    ... on ProposalsMutation {\n      id\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "3f33a4c46f17e28f1e01419685f48968";

export default node;
