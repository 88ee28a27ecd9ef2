/** A piece of a sample; a value of the body is highlighted. */
export interface CodePart {
  text: string
  isValue: boolean
}

export type Json = string | number | boolean | Json[] | { [name: string]: Json }

/** A request of the API, to be shown as code. */
export interface ApiCall {
  method: 'GET' | 'POST'
  /** `{jobId}` in it is read from the environment, as the key is. */
  path: string
  body?: { [name: string]: Json }
  /** The answer is an event stream: it is printed as it comes. */
  isStream?: boolean
}

export const languages = ['curl', 'JavaScript', 'Python'] as const
export type Language = (typeof languages)[number]

type Literal = (value: string | number | boolean) => string

const json: Literal = (value) => JSON.stringify(value)
/** Inside the single quotes of a shell. */
const shell: Literal = (value) => json(value).replaceAll("'", `'\\''`)
const python: Literal = (value) => (typeof value === 'boolean' ? (value ? 'True' : 'False') : json(value))

const plain = (text: string): CodePart => ({ text, isValue: false })

/** A value in the literals of a language; objects and lists over several lines. @param indent of the line on which it begins */
function valueParts(value: Json, literal: Literal, indent: string): CodePart[] {
  if (Array.isArray(value))
    return membersOf(
      value.map((one) => ({ before: '', value: one })),
      ['[', ']'],
    )
  if (typeof value !== 'object') return [{ text: literal(value), isValue: true }]
  return membersOf(
    Object.entries(value).map(([name, one]) => ({ before: `"${name}": `, value: one })),
    ['{', '}'],
  )

  function membersOf(members: { before: string; value: Json }[], [open, close]: [string, string]): CodePart[] {
    const parts = members.flatMap(({ before, value: one }, index) => [
      plain(`${index === 0 ? '' : ','}\n${indent}  ${before}`),
      ...valueParts(one, literal, `${indent}  `),
    ])
    return [plain(open), ...parts, plain(`\n${indent}${close}`)]
  }
}

const samples: Record<Language, (call: ApiCall, origin: string) => CodePart[]> = {
  curl({ method, path, body, isStream }, origin) {
    const url = path.includes('{jobId}') ? `"${origin}${path.replace('{jobId}', '$JOB_ID')}"` : `${origin}${path}`
    const start = `curl${isStream ? ' -N' : ''} ${url} \\\n  -H "Authorization: Bearer $UTTER_KEY"`
    if (!body) return [plain(method === 'POST' ? `${start} -X POST` : start)]
    return [
      plain(`${start} \\\n  -H "Content-Type: application/json" \\\n  -d '`),
      ...valueParts(body, shell, '  '),
      plain(`'`),
    ]
  },
  JavaScript({ method, path, body, isStream }, origin) {
    const url = path.includes('{jobId}')
      ? `\`${origin}${path.replace('{jobId}', `\${process.env.JOB_ID}`)}\``
      : `'${origin}${path}'`
    const authorization = `Authorization: \`Bearer \${process.env.UTTER_KEY}\``
    const headers = body
      ? `{\n    ${authorization},\n    'Content-Type': 'application/json',\n  }`
      : `{ ${authorization} }`
    const methodLine = method === 'GET' ? '' : `\n  method: '${method}',`
    return [
      plain(`const response = await fetch(${url}, {${methodLine}\n  headers: ${headers},`),
      ...(body ? [plain(`\n  body: JSON.stringify(`), ...valueParts(body, json, '  '), plain('),')] : []),
      plain(
        isStream
          ? '\n})\nfor await (const text of response.body.pipeThrough(new TextDecoderStream())) {\n  process.stdout.write(text)\n}'
          : '\n})\nconsole.log(await response.json())',
      ),
    ]
  },
  Python({ method, path, body, isStream }, origin) {
    const url = path.includes('{jobId}')
      ? `f"${origin}${path.replace('{jobId}', "{os.environ['JOB_ID']}")}"`
      : `"${origin}${path}"`
    return [
      plain(
        `import os\nimport requests\n\nresponse = requests.${method.toLowerCase()}(\n    ${url},\n    headers={"Authorization": f"Bearer {os.environ['UTTER_KEY']}"},`,
      ),
      ...(body ? [plain('\n    json='), ...valueParts(body, python, '    '), plain(',')] : []),
      plain(
        isStream
          ? '\n    stream=True,\n)\nfor line in response.iter_lines(decode_unicode=True):\n    print(line)'
          : '\n)\nprint(response.json())',
      ),
    ]
  },
}

/** The code of a call, ready to run with a key in `UTTER_KEY`. @param origin of this platform */
export const sampleOf = (language: Language, call: ApiCall, origin: string): CodePart[] =>
  samples[language](call, origin)

export const textOf = (parts: CodePart[]): string => parts.map(({ text }) => text).join('')
