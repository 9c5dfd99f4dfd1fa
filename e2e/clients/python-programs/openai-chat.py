"""Every case of python-sdks.clients.ts by the package `openai` and its chat completions."""
import json
import os

import openai

client = openai.OpenAI(base_url=os.environ["ORIGIN"] + "/v1", api_key=os.environ["KEY"], max_retries=0)
create = client.chat.completions.create
cases = json.loads(os.environ["CASES"])
functions = [{"type": "function", "function": {"name": t["name"], "parameters": t["schema"]}} for t in cases["tools"]]


def user(content):
    return {"role": "user", "content": content}


def ask(messages, **options):
    return create(model="m", messages=messages, **options)


def said(answer):
    usage = answer.usage
    return {"text": answer.choices[0].message.content, "usage": [usage.prompt_tokens, usage.completion_tokens]}


def streamed(messages, **options):
    text, calls, usage = "", {}, None
    for chunk in ask(messages, stream=True, stream_options={"include_usage": True}, **options):
        usage = chunk.usage or usage
        for choice in chunk.choices:
            text += choice.delta.content or ""
            for call in choice.delta.tool_calls or []:
                known = calls.setdefault(call.index, {"name": "", "input": ""})
                known["name"] += call.function.name or ""
                known["input"] += call.function.arguments or ""
    calls = [{"name": call["name"], "input": json.loads(call["input"])} for call in calls.values()]
    return {"text": text, "calls": calls, "usage": [usage.prompt_tokens, usage.completion_tokens]}


def turns():
    messages = [user(cases["weather"])]
    options = {"tools": functions, "reasoning_effort": "high"}
    first = ask(messages, **options).choices[0].message
    calls = [{"name": call.function.name, "input": json.loads(call.function.arguments)} for call in first.tool_calls]
    messages.append(first.model_dump(exclude_none=True))
    for call, result in zip(first.tool_calls, cases["results"]):
        messages.append({"role": "tool", "tool_call_id": call.id, "content": result})
    return {"calls": calls, "text": said(ask(messages, **options))["text"]}


def image():
    url = {"url": "data:image/png;base64," + cases["png"]}
    return said(ask([user([{"type": "text", "text": cases["picture"]}, {"type": "image_url", "image_url": url}])]))


def schema():
    described = {"name": "city", "schema": cases["schema"], "strict": True}
    answer = ask([user(cases["json"])], response_format={"type": "json_schema", "json_schema": described})
    return json.loads(said(answer)["text"])


def abort():
    stream = ask([user(cases["endless"])], stream=True)
    for chunk in stream:
        if chunk.choices and chunk.choices[0].delta.content:
            stream.close()
            return chunk.choices[0].delta.content


def error():
    try:
        ask([user(cases["wrong"])])
    except openai.BadRequestError as refused:
        return {"status": refused.status_code, "message": refused.message}


print(
    json.dumps(
        {
            "plain": said(ask([user(cases["hello"])])),
            "stream": streamed([user(cases["hello"])]),
            "tools": streamed([user(cases["weather"])], tools=functions),
            "turns": turns(),
            "image": image(),
            "schema": schema(),
            "abort": abort(),
            "error": error(),
        }
    )
)
