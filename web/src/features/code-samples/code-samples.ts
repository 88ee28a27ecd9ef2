import { clientSample } from './client-sample.ts'
import { type ApiCall, type CodePart, jsonLiteral, type Literal, plain, valueParts } from './code-parts.ts'

/** In the order in which they are offered. */
const languages = ['curl', 'JavaScript', 'Python', 'TypeScript'] as const
export type Language = (typeof languages)[number]

/** Inside the single quotes of a shell. */
const shell: Literal = (value) => jsonLiteral(value).replaceAll("'", `'\\''`)
const python: Literal = (value) => (typeof value === 'boolean' ? (value ? 'True' : 'False') : jsonLiteral(value))

const samples: Record<Exclude<Language, 'TypeScript'>, (call: ApiCall, origin: string) => CodePart[]> = {
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
      ...(body ? [plain(`\n  body: JSON.stringify(`), ...valueParts(body, jsonLiteral, '  '), plain('),')] : []),
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
  language === 'TypeScript' ? (clientSample(call, origin) ?? []) : samples[language](call, origin)

/** Languages in which a call can be written: our client, which is for TypeScript, has not all of them. */
export const languagesOf = (call: ApiCall): Language[] =>
  languages.filter((language) => language !== 'TypeScript' || clientSample(call, '') !== undefined)

export const textOf = (parts: CodePart[]): string => parts.map(({ text }) => text).join('')
