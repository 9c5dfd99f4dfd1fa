"""Every case of python-sdks.clients.ts by the package `google-genai`."""
import base64
import json
import os

from google import genai
from google.genai import errors, types

client = genai.Client(api_key=os.environ["KEY"], http_options=types.HttpOptions(base_url=os.environ["ORIGIN"]))
cases = json.loads(os.environ["CASES"])
functions = [
    types.Tool(
        function_declarations=[
            types.FunctionDeclaration(name=t["name"], parameters_json_schema=t["schema"]) for t in cases["tools"]
        ]
    )
]


def ask(contents, **config):
    return client.models.generate_content(model="m", contents=contents, config=config)


def texts_in(answer):
    parts = answer.candidates[0].content.parts or []
    return "".join(part.text for part in parts if part.text and not part.thought)


def calls_in(answer):
    return [{"name": call.name, "input": call.args} for call in answer.function_calls or []]


def usage_of(answer):
    usage = answer.usage_metadata
    return [usage.prompt_token_count, usage.candidates_token_count]


def said(answer):
    return {"text": texts_in(answer), "usage": usage_of(answer)}


def streamed(contents, **config):
    text, calls, usage = "", [], None
    for chunk in client.models.generate_content_stream(model="m", contents=contents, config=config):
        text += texts_in(chunk)
        calls += calls_in(chunk)
        usage = usage_of(chunk) if chunk.usage_metadata else usage
    return {"text": text, "calls": calls, "usage": usage}


def turns():
    contents = [types.UserContent(cases["weather"])]
    config = {"tools": functions, "thinking_config": {"include_thoughts": True}}
    first = ask(contents, **config)
    contents.append(first.candidates[0].content)
    answered = [
        types.Part(function_response=types.FunctionResponse(id=call.id, name=call.name, response={"output": result}))
        for call, result in zip(first.function_calls, cases["results"])
    ]
    contents.append(types.UserContent(answered))
    return {"calls": calls_in(first), "text": texts_in(ask(contents, **config))}


def image():
    picture = types.Part.from_bytes(data=base64.b64decode(cases["png"]), mime_type="image/png")
    return said(ask([picture, cases["picture"]]))


def schema():
    answer = ask(cases["json"], response_mime_type="application/json", response_json_schema=cases["schema"])
    return json.loads(texts_in(answer))


def abort():
    stream = client.models.generate_content_stream(model="m", contents=cases["endless"])
    for chunk in stream:
        if texts_in(chunk):
            stream.close()
            return texts_in(chunk)


def error():
    try:
        ask(cases["wrong"])
    except errors.ClientError as refused:
        return {"status": refused.code, "message": refused.message}


print(
    json.dumps(
        {
            "plain": said(ask(cases["hello"])),
            "stream": streamed(cases["hello"]),
            "tools": streamed(cases["weather"], tools=functions),
            "turns": turns(),
            "image": image(),
            "schema": schema(),
            "abort": abort(),
            "error": error(),
        }
    )
)
