import type { VoiceView } from '@utter/contracts/http/voices'
import { identityOf } from '@utter/http/identity'
import { notFound } from '@utter/http/problem'
import { speaks } from '@utter/text/language/speaks'
import { isShown } from '../../domain/job/job.ts'
import { JobInput, JobOutput, VoicesInput, VoicesOutput } from '../../domain/mcp-tools.ts'
import { resultOfJob, resultOfVoices } from '../../views/mcp-results.ts'
import type { Tool } from './tool.ts'

export const job: Tool<typeof JobInput> = {
  name: 'job',
  title: 'Look at a job',
  description: 'The state of one job by its id, and once it is completed its sound.',
  scopes: ['jobs:read'],
  input: JobInput,
  output: JobOutput,
  isReadOnly: true,
  async run({ jobId }, { deps, request }) {
    const found = await deps.jobs.read(identityOf(request).userId, jobId)
    if (!found || !isShown(found)) throw notFound('Job not found', 'job_not_found')
    return resultOfJob(deps, found)
  },
}

export const voices: Tool<typeof VoicesInput> = {
  name: 'voices',
  title: 'List the voices',
  description:
    'The voices that `speak` and `reply` take, all or those that speak a language; the own ones of the account are last.',
  scopes: [],
  input: VoicesInput,
  output: VoicesOutput,
  isReadOnly: true,
  async run({ language }, { deps, request }) {
    const { userId } = identityOf(request)
    const [open, own] = await Promise.all([deps.voices.list(), deps.voices.own(userId)])
    const isWanted = ({ languages }: VoiceView) => language === undefined || speaks(languages, language)
    return resultOfVoices(deps, open.filter(isWanted), own.filter(isWanted))
  },
}
