import { existsSync, renameSync, writeFileSync } from 'node:fs'

// A dummy service: ready when its file exists; DUMMY chooses how it ends.
const { READY_FILE = '', DUMMY, STOP_MS = '0' } = process.env
if (DUMMY === 'dies-at-once') process.exit(7)
// There with its content or not at all, as a test reads it once it is there.
writeFileSync(`${READY_FILE}.part`, String(process.pid))
renameSync(`${READY_FILE}.part`, READY_FILE)
process.on('SIGTERM', () => {
  if (DUMMY !== 'ignores-the-end') setTimeout(() => process.exit(0), Number(STOP_MS))
})
setInterval(() => {
  if (!existsSync(READY_FILE)) process.exit(3)
}, 10)
