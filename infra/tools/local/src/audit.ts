import { execFile } from 'node:child_process'
import { repoDir } from './settings.ts'

// `npm run audit`: known advisories for what ships. A registry without any (a mirror, as a rule) is reported as such, not as a clean answer.
const known = await new Promise<{ metadata?: { vulnerabilities: Record<string, number> } }>((resolve) =>
  execFile(
    'npm',
    ['audit', '--omit=dev', '--json'],
    { cwd: repoDir, maxBuffer: 64 * 1024 * 1024 },
    (_error, stdout) => {
      try {
        resolve(JSON.parse(stdout))
      } catch {
        resolve({})
      }
    },
  ),
)
const counts = known.metadata?.vulnerabilities
const severe = (counts?.high ?? 0) + (counts?.critical ?? 0)
if (!counts) console.log('The registry publishes no advisories: nothing was checked.')
else if (severe === 0) console.log('No advisory of high severity for what ships.')
else {
  console.error(`${severe} advisories of high severity for what ships: npm audit --omit=dev names them.`)
  process.exitCode = 1
}
