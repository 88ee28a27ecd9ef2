import type { JsonSchema } from '@utter/http/openapi/operation'
import type { ApiDocument } from '../description/document.ts'

/** A route of the API, with its document. */
export type Place = { method: string; path: string; operation: JsonSchema; document: ApiDocument }
