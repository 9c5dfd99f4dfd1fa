"""Every case of python-sdks.clients.ts by the package `anthropic`."""
import json
import os

import anthropic

client = anthropic.Anthropic(base_url=os.environ["ORIGIN"], api_key=os.environ["KEY"], max_retries=0)
cases = json.loads(os.environ["CASES"])
functions = [{"name": t["name"], "input_schema": t["schema"]} for t in cases["tools"]]


def user(content):
    return {"role": "user", "content": content}


def ask(messages, **options):
    return client.messages.create(**{"model": "m", "max_tokens": 4096, "messages": messages, **options})


def calls_of(answer):
    return [{"name": block.name, "input": block.input} for block in answer.content if block.type == "tool_use"]


def said(answer):
    text = "".join(block.text for block in answer.content if block.type == "text")
    return {"text": text, "usage": [answer.usage.input_tokens, answer.usage.output_tokens]}


def streamed(messages, **options):
    with client.messages.stream(model="m", max_tokens=4096, messages=messages, **options) as stream:
        answer = stream.get_final_message()
    return {**said(answer), "calls": calls_of(answer)}


def turns():
    messages = [user(cases["weather"])]
    options = {"tools": functions, "thinking": {"type": "enabled", "budget_tokens": 1024}}
    first = ask(messages, **options)
    messages.append({"role": "assistant", "content": first.content})
    ids = [block.id for block in first.content if block.type == "tool_use"]
    results = zip(ids, cases["results"])
    messages.append(user([{"type": "tool_result", "tool_use_id": id, "content": text} for id, text in results]))
    return {"calls": calls_of(first), "text": said(ask(messages, **options))["text"]}


def run():
    called = []

    @anthropic.beta_tool
    def get_weather(city: str) -> str:
        """The weather in a city."""
        called.append({"name": "get_weather", "input": {"city": city}})
        return cases["results"][0]

    @anthropic.beta_tool
    def get_time() -> str:
        """The time."""
        called.append({"name": "get_time", "input": {}})
        return cases["results"][1]

    runner = client.beta.messages.tool_runner(
        model="m", max_tokens=4096, messages=[user(cases["weather"])], tools=[get_weather, get_time]
    )
    answer = runner.until_done()
    return {"calls": called, "text": "".join(block.text for block in answer.content if block.type == "text")}


def image():
    source = {"type": "base64", "media_type": "image/png", "data": cases["png"]}
    return said(ask([user([{"type": "image", "source": source}, {"type": "text", "text": cases["picture"]}])]))


def schema():
    output_config = {"format": {"type": "json_schema", "schema": cases["schema"]}}
    return json.loads(said(ask([user(cases["json"])], output_config=output_config))["text"])


def abort():
    with client.messages.stream(model="m", max_tokens=4096, messages=[user(cases["endless"])]) as stream:
        for text in stream.text_stream:
            return text


def error():
    try:
        ask([user(cases["wrong"])])
    except anthropic.BadRequestError as refused:
        return {"status": refused.status_code, "message": refused.message}


print(
    json.dumps(
        {
            "plain": said(ask([user(cases["hello"])])),
            "stream": streamed([user(cases["hello"])]),
            "tools": streamed([user(cases["weather"])], tools=functions),
            "turns": turns(),
            "run": run(),
            "image": image(),
            "schema": schema(),
            "abort": abort(),
            "error": error(),
        }
    )
)
