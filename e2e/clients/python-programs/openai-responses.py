"""Every case of python-sdks.clients.ts by the package `openai` and its responses."""
import json
import os

import openai

client = openai.OpenAI(base_url=os.environ["ORIGIN"] + "/v1", api_key=os.environ["KEY"], max_retries=0)
cases = json.loads(os.environ["CASES"])
functions = [
    {"type": "function", "name": t["name"], "parameters": t["schema"], "strict": False} for t in cases["tools"]
]


def ask(given, **options):
    return client.responses.create(model="m", input=given, store=False, **options)


def calls_of(answer):
    items = [item for item in answer.output if item.type == "function_call"]
    return [{"name": item.name, "input": json.loads(item.arguments)} for item in items]


def said(answer):
    return {"text": answer.output_text, "usage": [answer.usage.input_tokens, answer.usage.output_tokens]}


def streamed(given, **options):
    with client.responses.stream(model="m", input=given, store=False, **options) as stream:
        answer = stream.get_final_response()
    return {**said(answer), "calls": calls_of(answer)}


def turns():
    given = [{"role": "user", "content": cases["weather"]}]
    options = {
        "tools": functions,
        "reasoning": {"effort": "high", "summary": "auto"},
        "include": ["reasoning.encrypted_content"],
    }
    first = ask(given, **options)
    given += [item.model_dump(exclude_none=True) for item in first.output]
    ids = [item.call_id for item in first.output if item.type == "function_call"]
    for call_id, result in zip(ids, cases["results"]):
        given.append({"type": "function_call_output", "call_id": call_id, "output": result})
    return {"calls": calls_of(first), "text": ask(given, **options).output_text}


def image():
    content = [
        {"type": "input_text", "text": cases["picture"]},
        {"type": "input_image", "image_url": "data:image/png;base64," + cases["png"]},
    ]
    return said(ask([{"role": "user", "content": content}]))


def schema():
    described = {"type": "json_schema", "name": "city", "schema": cases["schema"], "strict": True}
    return json.loads(ask(cases["json"], text={"format": described}).output_text)


def abort():
    stream = ask(cases["endless"], stream=True)
    for event in stream:
        if event.type == "response.output_text.delta":
            stream.close()
            return event.delta


def error():
    try:
        ask(cases["wrong"])
    except openai.BadRequestError as refused:
        return {"status": refused.status_code, "message": refused.message}


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
