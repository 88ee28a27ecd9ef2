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

/** A call of the API and what it does, in a few words. */
export interface NamedCall {
  does: string
  call: ApiCall
}

export type Literal = (value: string | number | boolean) => string

export const jsonLiteral: Literal = (value) => JSON.stringify(value)

export const plain = (text: string): CodePart => ({ text, isValue: false })

/** A value in the literals of a language; objects and lists over several lines. @param indent of the line on which it begins */
export function valueParts(value: Json, literal: Literal, indent: string): CodePart[] {
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
