import { parentPort, workerData } from 'node:worker_threads'
import { watchCommands } from './watch-commands.ts'

// The thread of `startWatchedMongo`: it tells the proxy's address, and ends when it is told to, by an error after refused commands.
const watched = await watchCommands(String(workerData))
parentPort?.once('message', () => watched.close())
parentPort?.postMessage(watched.url)
