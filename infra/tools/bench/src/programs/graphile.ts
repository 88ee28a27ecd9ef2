import { openThreeSteps, type Step, type StepName } from '../job/three-steps.ts'
import { endedChannel, loadGraphile } from '../peers/graphile.ts'

// The three steps on graphile-worker, in as many processes as ours: ROLE `jobs` takes requests and applies steps, `chat` and `speech` work.
const { ROLE = '', PORT, PEERS = '', POSTGRES_URL = '', MONGO_URL = '', DATABASE = '', CONCURRENCY } = process.env
const { run, makeWorkerUtils } = loadGraphile(PEERS)
const utils = await makeWorkerUtils({ connectionString: POSTGRES_URL })
await utils.migrate()
const { steps, listen } = await openThreeSteps({ mongoUrl: MONGO_URL, database: DATABASE }, (name, step) =>
  utils.addJob(name, step),
)
const own = ROLE === 'jobs' ? 'apply' : (ROLE as StepName)
await run({
  connectionString: POSTGRES_URL,
  concurrency: Number(CONCURRENCY),
  maxPoolSize: Number(CONCURRENCY),
  noHandleSignals: true,
  crontab: '',
  taskList: {
    async [own](payload, helpers) {
      const step = payload as Step
      await steps[own](step)
      if (own === 'apply') await helpers.query('select pg_notify($1, $2)', [endedChannel, step.id])
    },
  },
})
listen(Number(PORT))
process.on('SIGTERM', () => process.exit())
