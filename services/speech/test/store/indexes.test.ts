import { openAudioFolder } from '@utter/storage/audio/folder'
import { audioName } from '@utter/storage/audio/name'
import { openClaims } from '@utter/storage/claims'
import { createClaimsOfAccounts } from '@utter/storage/claims-of-accounts'
import { openDeletedAccounts } from '@utter/storage/deleted-accounts'
import { openSweepLeases } from '@utter/storage/sweep-leases'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expectServed } from '@utter/testing/indexes/expect-served'
import { openWatched } from '@utter/testing/indexes/unserved-questions'
import { openFolder } from '@utter/testing/open-folder'
import { requestedStep } from '@utter/testing/requested-step'
import { test } from 'vitest'
import { pieceFile, pieceId } from '../../src/domain/kept/piece-file.ts'
import { createAudioNames } from '../../src/store/audio-names.ts'
import { openKeptPieces } from '../../src/store/kept-pieces.ts'
import { openOwnVoices } from '../../src/store/own-voices.ts'
import { openSpeeds } from '../../src/store/speeds.ts'

const watched = await closedAfterAll(openWatched('speech'))

const now = new Date('2026-03-20T12:00:00Z')

test('every question about claims is served by an index, and so are those about accounts, own voices, sweeps, kept pieces and the names of audio', async () => {
  const claims = await openClaims<string>(watched.connection)
  const id = requestedStep({ userId: 'u', jobId: 'j' })
  await expectServed(watched, claims, {
    take: () => claims.take(id, 'one'),
    enqueue: async () => {
      await claims.enqueue(id, 1)
      await claims.enqueue(requestedStep(), 1)
    },
    waiting: () => claims.waiting(10),
    lease: async () => {
      await claims.lease({ lane: 'fast', userId: 'u' }, 'two')
      await claims.lease({ lane: 'fast' }, 'two')
    },
    renew: () => claims.renew(id, 'two'),
    forgetDeaths: () => claims.forgetDeaths(id, 'two'),
    due: () => claims.due(now, 10),
    takeBack: () => claims.takeBack(id, { owner: 'one', heartbeat: 0 }),
    putBack: () => claims.putBack(id, 'one'),
    postpone: () => claims.postpone(id, 'one', 1),
    reported: () => claims.reported([id]),
    finish: () => claims.finish(id, 'two', { value: 'sound' }),
    find: () => claims.find('j', 'speech'),
    withdraw: () => claims.withdraw(id, now),
    replaceResult: () => claims.replaceResult(id, now),
    removeExpired: () => claims.removeExpired(now),
  })
  const accounts = createClaimsOfAccounts<string>(watched.connection)
  await expectServed(watched, accounts, {
    removeOf: () => accounts.removeOf('u'),
  })
  const deleted = await openDeletedAccounts(watched.connection)
  await expectServed(watched, deleted, {
    add: () => deleted.add('u', now),
    has: () => deleted.has('u'),
    lease: () => deleted.lease(now, 10),
    erased: () => deleted.erased({ _id: 'u', at: now, eraseAt: now }, now),
  })
  const leases = await openSweepLeases(watched.connection)
  await expectServed(watched, leases, { hold: () => leases.hold('audio', 'one', now, now) })
  const own = await openOwnVoices(watched.connection)
  const voice = { userId: 'u', voiceId: 'v', provider: 'p', name: 'n', addedAt: now }
  await expectServed(
    watched,
    own,
    {
      add: () => own.add(voice, 50),
      list: () => own.list('u'),
      find: () => own.find('u', 'v'),
      remove: () => own.remove('u', 'v'),
      removeOf: () => own.removeOf('u'),
    },
    { add: 'fifty voices', list: 'fifty voices' },
  )
  const speeds = await openSpeeds(watched.connection)
  await expectServed(watched, speeds, {
    find: () => speeds.find('kokoro', async () => 1, now),
    all: () => speeds.all(),
  })
  const names = createAudioNames(watched.connection)
  await expectServed(
    watched,
    { names },
    { names: () => names([audioName('j', 'o'), pieceFile('u', 'k'.repeat(43), 'take')]) },
  )
  const files = await openAudioFolder((await closedAfterAll(openFolder())).path)
  const pieces = (await openKeptPieces(watched.connection))(files)
  const work = { userId: 'u', workId: 'w' }
  const key = 'k'.repeat(43)
  const sound = { samples: new Float32Array(10), sampleRate: 8_000 }
  const named = { _id: pieceId('u', key), userId: 'u', name: pieceFile('u', key, 'take'), sampleRate: 8_000 }
  const piece = { ...named, checked: 'shape' } as const
  await expectServed(watched, pieces, {
    keep: () => pieces.keep(work, key, { ...sound, checked: 'shape' }, new AbortController().signal),
    find: () => pieces.find(work, [key]),
    read: () => pieces.read(piece),
    noteUse: () => pieces.noteUse(work, 'j', [key]),
    used: () => pieces.used('u', [key]),
    hasAny: () => pieces.hasAny('u'),
    heard: () => pieces.heard(piece),
    removeWork: () => pieces.removeWork(work),
    removeOf: () => pieces.removeOf('u'),
  })
})
