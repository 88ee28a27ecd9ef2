import { parseArgs } from 'node:util'
import { composeEnv, publicUrlOf } from './compose-env-text.ts'
import { makeSecrets } from './secrets.ts'

// `npm run -s compose-env > .env`: the secrets of a new platform, for docker-compose.yml.

const help = `Prints a .env for docker-compose.yml, with secrets that are made for it.

  npm run -s compose-env                                          for a trial on this machine
  npm run -s compose-env -- --production https://utter.example    for a platform that others reach, with TLS

Keep what it prints for yourself alone: (umask 077; set -C; npm run -s compose-env > .env)
`

try {
  const { values } = parseArgs({ options: { production: { type: 'string' }, help: { type: 'boolean' } } })
  if (values.help) process.stdout.write(help)
  else {
    const { production } = values
    process.stdout.write(
      composeEnv(makeSecrets(), production === undefined ? {} : { publicUrl: publicUrlOf(production) }),
    )
  }
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
