import type { VoiceJobValues } from './voice-job.ts'

/** A piece of a sample; a value comes from the form and stands out. */
export interface Part {
  text: string
  isValue: boolean
}

export interface SampleRequest extends VoiceJobValues {
  requestId: string
}

export const languages = ['curl', 'JavaScript', 'Python'] as const
export type Language = (typeof languages)[number]

type Literal = (value: string | number | boolean) => string

const json: Literal = (value) => JSON.stringify(value)
/** Inside the single quotes of a shell. */
const shell: Literal = (value) => json(value).replaceAll("'", `'\\''`)
const python: Literal = (value) => (typeof value === 'boolean' ? (value ? 'True' : 'False') : json(value))

const plain = (text: string): Part => ({ text, isValue: false })

function bodyParts(
  { userText, requestId, voiceId, ttsSettings }: SampleRequest,
  literal: Literal,
  indent: string,
): Part[] {
  const value = (of: string | number | boolean): Part => ({ text: literal(of), isValue: true })
  const { stability, similarityBoost, style, speakerBoost } = ttsSettings
  return [
    plain(`{\n${indent}  "userText": `),
    value(userText),
    plain(`,\n${indent}  "requestId": `),
    value(requestId),
    plain(`,\n${indent}  "voiceId": `),
    value(voiceId),
    plain(`,\n${indent}  "ttsSettings": {\n${indent}    "stability": `),
    value(stability),
    plain(`,\n${indent}    "similarityBoost": `),
    value(similarityBoost),
    plain(`,\n${indent}    "style": `),
    value(style),
    plain(`,\n${indent}    "speakerBoost": `),
    value(speakerBoost),
    plain(`\n${indent}  }\n${indent}}`),
  ]
}

/** The call that the form would make, ready to run with a key of one's own. */
export function sampleOf(language: Language, request: SampleRequest, origin: string): Part[] {
  const url = `${origin}/api/reply`
  switch (language) {
    case 'curl':
      return [
        plain(
          `curl ${url} \\\n  -H "Authorization: Bearer $UTTER_KEY" \\\n  -H "Content-Type: application/json" \\\n  -d '`,
        ),
        ...bodyParts(request, shell, '  '),
        plain(`'`),
      ]
    case 'JavaScript':
      return [
        plain(
          `const response = await fetch('${url}', {\n  method: 'POST',\n  headers: {\n    Authorization: \`Bearer \${process.env.UTTER_KEY}\`,\n    'Content-Type': 'application/json',\n  },\n  body: JSON.stringify(`,
        ),
        ...bodyParts(request, json, '  '),
        plain(`),\n})\nconst { jobId } = await response.json()`),
      ]
    case 'Python':
      return [
        plain(
          `import os\nimport requests\n\nresponse = requests.post(\n    "${url}",\n    headers={"Authorization": f"Bearer {os.environ['UTTER_KEY']}"},\n    json=`,
        ),
        ...bodyParts(request, python, '    '),
        plain(`,\n)\njob_id = response.json()["jobId"]`),
      ]
  }
}

export const textOf = (parts: Part[]): string => parts.map(({ text }) => text).join('')
