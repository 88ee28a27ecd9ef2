import { createClient } from '@utter/client/client'
import type { Command } from 'commander'
import { jobId, metricsAt, platformUrl, trialEvery, trialLimit, trialVoice } from '../arguments.ts'
import { withDotEnv } from '../data-dir.ts'
import type { FindPlatform } from '../platform.ts'
import { type Place, workUntilStopped } from '../private-server.ts'
import { createTrialMetrics } from '../trial/trial-metrics.ts'
import { tryAgainAndAgain } from '../trial/try-again.ts'
import { type Trial, tryJob } from '../trial/try-job.ts'
import { UsageError } from '../usage-sentence.ts'

type TrialOptions = { url?: string; voice: string; limit: number; every?: number; serve?: Place }

/** Seconds between two trials where nobody says otherwise. */
const usualEvery = 300

export function addJobCommands(program: Command, platform: FindPlatform, env: NodeJS.ProcessEnv): void {
  const job = program.command('job')
  job
    .command('show')
    .summary('how a job went, without its texts')
    .description('Prints how a job went, without its texts.')
    .addArgument(jobId)
    .action(async (id: string) => {
      console.log(JSON.stringify(await (await platform()).operator.job(id), null, 2))
    })
  job
    .command('try')
    .summary('a sentence is spoken and fetched, as by a customer')
    .description(
      'Submits a sentence with the API key in UTTER_KEY, follows the job to its end, and fetches its sound, all by the address of customers. Each trial costs its account a ' +
        'call. The exit code is 1 unless the sound came in time. With --every it goes on until it is stopped, a line for each trial, and with --serve their metrics are ' +
        'there for the alert TrialJobsFail.',
    )
    .addOption(platformUrl)
    .addOption(trialVoice)
    .addOption(trialLimit)
    .addOption(trialEvery)
    .addOption(metricsAt)
    .action(async ({ url, voice: voiceId, limit, every, serve }: TrialOptions) => {
      const { UTTER_KEY: apiKey, UTTER_URL } = withDotEnv(env)
      if (!apiKey)
        throw new UsageError('UTTER_KEY must have an API key, whose account pays for the trials: key create makes one.')
      const client = createClient({ url: url ?? UTTER_URL ?? (await gatewayOf(platform)), apiKey, maxTries: 1 })
      const attempt = () => tryJob(client, { voiceId, limitMs: limit * 1_000 })
      if (every === undefined && !serve) {
        const trial = await attempt()
        console.log(lineOf(trial))
        if (trial.outcome !== 'completed') process.exitCode = 1
        return
      }
      const everyMs = (every ?? usualEvery) * 1_000
      const metrics = createTrialMetrics()
      const tell = (trial: Trial) => console.log(lineOf(trial))
      await workUntilStopped('trial', serve, (signal) => tryAgainAndAgain(attempt, { everyMs, metrics, tell, signal }))
    })
}

async function gatewayOf(platform: FindPlatform): Promise<string> {
  const { gatewayUrl } = await platform()
  if (!gatewayUrl) throw new UsageError('The address of the gateway is not known: name it with --url.')
  return gatewayUrl
}

const lineOf = ({ outcome, seconds, jobId: id = 'no job', reason }: Trial) =>
  `${new Date().toISOString()} ${outcome} after ${seconds.toFixed(1)} s (${id})${reason ? `: ${reason}` : ''}`
