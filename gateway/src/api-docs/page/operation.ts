import type { JsonSchema } from '@utter/http/openapi/operation'
import type { ApiDocument } from '../description/document.ts'
import { curlOf } from './curl.ts'
import { code, escaped, prose } from './html.ts'
import type { Place } from './place.ts'
import { type Field, fieldList, fieldsOf, typeOf } from './schema.ts'

type Answer = JsonSchema & { description: string }

/** The article of a route: its purpose, parameters, body, an example and its answers. */
export function operationArticle(place: Place): string {
  const { method, path, operation } = place
  const id = escaped(operation.operationId)
  return `<article id="${id}">
<h3><a href="#${id}">${escaped(operation.summary)}</a></h3>
<p class="route"><span class="method ${escaped(method)}">${escaped(method.toUpperCase())}</span> ${code(path)}</p>
${prose(String(operation.description ?? ''))}
${part('Parameters', parametersOf(place))}
${part('Body', bodyOf(place))}
${part('Example', `<pre tabindex="0"><code>${escaped(curlOf(place))}</code></pre>`)}
${part('Answers', answersOf(place))}
</article>`
}

const part = (title: string, content: string): string => (content ? `<h4>${title}</h4>${content}` : '')

/** The component that a reference names; anything else as it is. */
function resolved<Value extends JsonSchema>(value: Value, document: ApiDocument): Value {
  const [, kind = '', name = ''] = /^#\/components\/(\w+)\/(.+)$/.exec(String(value.$ref ?? '')) ?? []
  return (document.components[kind]?.[name] as Value | undefined) ?? value
}

function parametersOf({ operation, document }: Place): string {
  const fields = ((operation.parameters ?? []) as JsonSchema[]).map((given): Field => {
    const { name, required, schema, description } = resolved(given, document)
    return {
      name: String(name),
      schema: schema as JsonSchema,
      isRequired: required === true,
      description: String(description),
    }
  })
  return fields.length > 0 ? fieldList(fields) : ''
}

const contentOf = (holder: unknown): [type: string, schema: JsonSchema][] =>
  Object.entries(((holder as JsonSchema | undefined)?.content ?? {}) as Record<string, { schema: JsonSchema }>).map(
    ([type, { schema }]) => [type, schema],
  )

function bodyOf({ operation, document }: Place): string {
  const schema = contentOf(operation.requestBody).find(([, json]) => json)?.[1]
  if (!schema) return ''
  const choices = [schema, ...((schema.anyOf ?? []) as JsonSchema[])].map((one) => resolved(one, document))
  const fields = choices.flatMap(fieldsOf)
  return fields.length > 0 ? fieldList(fields) : `<p>${typeOf(schema)}</p>`
}

function answersOf({ operation, document }: Place): string {
  const rows = Object.entries(operation.responses as Record<string, Answer>).map(([status, given]) => {
    const { description, headers = {}, ...answer } = resolved(given, document)
    const isSuccess = Number(status) < 400
    const kinds = contentOf(answer).map(([type, schema]) => (type === 'application/json' ? typeOf(schema) : code(type)))
    const events = contentOf(answer).flatMap(([, { oneOf }]) => ((oneOf ?? []) as Event[]).map(dataOf))
    const names = isSuccess ? Object.keys(headers as object) : []
    return `<div><dt><span class="status ${isSuccess ? 'good' : 'bad'}">${escaped(status)}</span>${isSuccess ? ` <span class="type">${kinds.join(' or ')}</span>` : ''}</dt><dd>${prose(description)}${events.length > 0 ? `<p class="bounds">Data: ${events.join(', ')}</p>` : ''}${
      names.length > 0 ? `<p class="bounds">Headers: ${names.map(code).join(', ')}</p>` : ''
    }</dd></div>`
  })
  return `<dl class="fields answers">${rows.join('')}</dl>`
}

type Event = JsonSchema & { title: string; properties: { data: { contentSchema: JsonSchema } } }
const dataOf = ({ title, properties }: Event): string => `${code(title)} ${typeOf(properties.data.contentSchema)}`
