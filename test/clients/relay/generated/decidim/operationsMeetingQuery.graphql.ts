/**
 * @generated SignedSource<<0ee2906955c8f53d8327d105ceee7c7d>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
export type operationsMeetingQuery$variables = {
  componentId: string;
  meetingId: string;
};
export type operationsMeetingQuery$data = {
  readonly component: {
    readonly meeting?: {
      readonly id: string;
      readonly title: {
        readonly translation: string | null | undefined;
      };
    } | null | undefined;
  } | null | undefined;
};
export type operationsMeetingQuery = {
  response: operationsMeetingQuery$data;
  variables: operationsMeetingQuery$variables;
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
    "name": "meetingId"
  }
],
v1 = [
  {
    "kind": "Variable",
    "name": "id",
    "variableName": "componentId"
  }
],
v2 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "id",
  "storageKey": null
},
v3 = {
  "kind": "InlineFragment",
  "selections": [
    {
      "alias": null,
      "args": [
        {
          "kind": "Variable",
          "name": "id",
          "variableName": "meetingId"
        }
      ],
      "concreteType": "Meeting",
      "kind": "LinkedField",
      "name": "meeting",
      "plural": false,
      "selections": [
        (v2/*:: as any*/),
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
  "type": "Meetings",
  "abstractKey": null
};
return {
  "fragment": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Fragment",
    "metadata": null,
    "name": "operationsMeetingQuery",
    "selections": [
      {
        "alias": null,
        "args": (v1/*:: as any*/),
        "concreteType": null,
        "kind": "LinkedField",
        "name": "component",
        "plural": false,
        "selections": [
          (v3/*:: as any*/)
        ],
        "storageKey": null
      }
    ],
    "type": "Query",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Operation",
    "name": "operationsMeetingQuery",
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
          (v3/*:: as any*/),
          (v2/*:: as any*/)
        ],
        "storageKey": null
      }
    ]
  },
  "params": {
    "cacheID": "a1589e453c5d382ed122692a58acc074",
    "id": null,
    "metadata": {},
    "name": "operationsMeetingQuery",
    "operationKind": "query",
    "text": "query operationsMeetingQuery(\n  $componentId: ID!\n  $meetingId: ID!\n) {\n  component(id: $componentId) {\n    __typename\n    ... on Meetings {\n      meeting(id: $meetingId) {\n        id\n        title {\n          translation(locale: \"en\")\n        }\n      }\n    }\n    id\n  }\n}\n"
  }
};
})();

(node as any).hash = "57189c49d85d468b16779df68b55c5b8";

export default node;
