import { accountDescriptions } from './account.ts'
import { batchDescriptions } from './batch.ts'
import type { SchemaDescription } from './describe.ts'
import { elevenLabsDescriptions } from './elevenlabs.ts'
import { jobDescriptions } from './jobs.ts'
import { openAiDescriptions } from './openai.ts'
import { pronunciationDescriptions } from './pronunciations.ts'
import { provenanceDescriptions } from './provenance.ts'
import { sharingDescriptions } from './sharing.ts'
import { tagDescriptions } from './tags.ts'
import { usageDescriptions } from './usage.ts'
import { voiceDescriptions } from './voices.ts'
import { webhookDescriptions } from './webhooks.ts'
import { workDescriptions } from './works.ts'

/** The schemas that have a name in the API's description. */
export const schemaDescriptions: SchemaDescription[] = [
  ...jobDescriptions,
  ...sharingDescriptions,
  ...tagDescriptions,
  ...batchDescriptions,
  ...workDescriptions,
  ...accountDescriptions,
  ...usageDescriptions,
  ...voiceDescriptions,
  ...pronunciationDescriptions,
  ...provenanceDescriptions,
  ...webhookDescriptions,
  ...openAiDescriptions,
  ...elevenLabsDescriptions,
]
