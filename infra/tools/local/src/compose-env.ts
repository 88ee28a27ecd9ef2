import { composeEnv } from './compose-env-text.ts'
import { makeSecrets } from './secrets.ts'

// `npm run -s compose-env > .env`: the secrets of a new platform, for docker-compose.yml.
process.stdout.write(composeEnv(makeSecrets()))
