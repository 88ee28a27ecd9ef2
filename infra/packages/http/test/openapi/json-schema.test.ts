import { ChapterRow, WorkView } from '@utter/contracts/http/works/views'
import { jsonSchemaOf } from '@utter/http/openapi/json-schema'
import type { JsonSchema } from '@utter/http/openapi/operation'
import { expect, test } from 'vitest'

const describedOf = (schema: Parameters<typeof jsonSchemaOf>[0]) => {
  const components: Record<string, JsonSchema> = {}
  jsonSchemaOf(schema, 'output', components)
  return components
}

test('fields that share one schema, such as that of an id, have a sentence each, wherever they are', () => {
  const alone = describedOf(ChapterRow).ChapterRow
  const { Work: work, ChapterRow: inWork } = describedOf(WorkView)
  const descriptionOf = (schema: JsonSchema | undefined, field: string) =>
    (schema?.properties as Record<string, JsonSchema> | undefined)?.[field]?.description
  expect(descriptionOf(work, 'workId')).toBe('The id of the work.')
  expect(descriptionOf(inWork, 'chapterId')).toBe('The id of the chapter.')
  expect(inWork).toEqual(alone)
})
