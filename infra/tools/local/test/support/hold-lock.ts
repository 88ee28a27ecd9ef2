import { tryLock } from '../../src/cache/lock.ts'

// Takes a lock and keeps it until killed.
if (tryLock(process.argv[2] ?? '')) process.stdout.write('held\n')
setInterval(() => {}, 1000)
