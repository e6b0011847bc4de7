"""Sends the GraphQL request that is JSON on stdin, and prints what a user of `requests` sees."""

import json
import sys

import requests


def send(request):
    body = {"query": request["query"], "variables": request["variables"]}
    try:
        response = requests.post(request["url"], json=body, headers=request["headers"], timeout=10)
        response.raise_for_status()
        result = response.json()
    except requests.HTTPError as error:
        headers = error.response.headers
        return {"error": {"name": "HTTPError", "status": error.response.status_code, "retryAfter": headers.get("Retry-After")}}
    except requests.RequestException as error:
        return {"error": {"name": type(error).__name__}}
    if "errors" not in result:
        return {"data": result["data"]}
    code = result["errors"][0].get("extensions", {}).get("code")
    return {"data": result.get("data"), "error": {"name": "GraphQLError", "code": code, "status": response.status_code}}


json.dump(send(json.load(sys.stdin)), sys.stdout)
