import { useQuery } from '@tanstack/react-query'
import type { JobView } from '@utter/contracts/http/jobs/job-views'
import { type KeyboardEvent, useEffectEvent, useLayoutEffect, useRef } from 'react'
import styled from 'styled-components'
import { t } from '../../lib/language/words.ts'
import { sentenceOf } from '../../lib/server/http.ts'
import { singleKeys } from '../../lib/shortcuts.ts'
import { Button } from '../../ui/form/button.tsx'
import { PlayButton } from '../../ui/form/play-button.tsx'
import { FailureNote } from '../../ui/layout/failure-note.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { Caption, Row, Stack } from '../../ui/layout/text.tsx'
import { Dialog, DialogActions } from '../../ui/overlay/dialog.tsx'
import { jobQuery } from '../jobs/live/queries.ts'
import { moveOfKey } from '../player/player-keys.ts'
import { findVoice } from '../voices/find-voice.ts'
import { useVoices } from '../voices/use-voices.ts'
import { DifferenceTable } from './difference-table.tsx'
import { differencesOf } from './differences.ts'
import { TakeLine } from './take-line.tsx'
import { type Take, useTwoTakes } from './use-two-takes.ts'

const Group = styled.fieldset`
  display: grid;
  gap: 8px;
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;
`

/** A finger has no keys. */
const Hint = styled(Caption)`
  @media (pointer: coarse) { display: none; }
`

export interface CompareDialogProps {
  ids: readonly [string, string]
  isOpen: boolean
  onClose: () => void
}

/** Two jobs heard side by side, and how they differ. */
export const CompareDialog = ({ ids, isOpen, onClose }: CompareDialogProps) => (
  <Dialog isOpen={isOpen} onClose={onClose} isWide focusesItself title={t('Compare two takes')}>
    <Compared ids={ids} />
    <DialogActions>
      <Button onClick={onClose}>{t('Close')}</Button>
    </DialogActions>
  </Dialog>
)

function Compared({ ids: [firstId, secondId] }: Pick<CompareDialogProps, 'ids'>) {
  const first = useQuery(jobQuery(firstId))
  const second = useQuery(jobQuery(secondId))
  const error = first.error ?? second.error
  if (first.data && second.data) return <Heard first={first.data} second={second.data} />
  if (error) return <FailureNote>{sentenceOf(error, t('Failed to process request'))}</FailureNote>
  return <Skeleton $height={220} />
}

function Heard({ first, second }: { first: JobView; second: JobView }) {
  const { data: voices } = useVoices()
  const nameOf = (voiceId: string) => findVoice(voices, voiceId)?.name ?? voiceId
  const differences = differencesOf(first, second, nameOf)
  const isSameSound = first.pcmHash !== undefined && first.pcmHash === second.pcmHash
  return (
    <Stack $gap={16}>
      {first.audioUrl && second.audioUrl ? (
        <Takes first={first} second={second} urls={[first.audioUrl, second.audioUrl]} nameOf={nameOf} />
      ) : (
        <FailureNote>{t('{take} has no sound', { take: first.audioUrl ? 'B' : 'A' })}</FailureNote>
      )}
      <DifferenceTable {...differences} isSameSound={isSameSound} />
    </Stack>
  )
}

interface TakesProps {
  first: JobView
  second: JobView
  urls: readonly [string, string]
  nameOf: (voiceId: string) => string
}

/** A key with a modifier, or held down, means nothing here. */
const hasModifier = ({ ctrlKey, metaKey, altKey, repeat }: globalThis.KeyboardEvent | KeyboardEvent) =>
  ctrlKey || metaKey || altKey || repeat

function Takes({ first, second, urls, nameOf }: TakesProps) {
  const takes = useTwoTakes(
    { url: urls[0], durationMs: first.durationMs },
    { url: urls[1], durationMs: second.durationMs },
  )
  const { heard, players, hear, seek, toggle } = takes
  const player = players[heard]
  const hearOther = () => hear(heard === 'first' ? 'second' : 'first')
  const parts = useRef<HTMLDivElement>(null)
  const onT = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (hasModifier(event) || event.key.toLowerCase() !== 't' || !singleKeys.isOn()) return
    event.preventDefault()
    hearOther()
  })
  // The dialog itself has the focus when it opens: its keys never pass the parts inside of it.
  useLayoutEffect(() => {
    const dialog = parts.current?.closest<HTMLElement>('[role=dialog]')
    const listener = (event: globalThis.KeyboardEvent) => onT(event)
    dialog?.addEventListener('keydown', listener)
    return () => dialog?.removeEventListener('keydown', listener)
  }, [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (hasModifier(event)) return
    // Other buttons have a Space of their own, and arrows on a radio button choose the take.
    const keyed = `[role=slider], [aria-label="${t('Play')}"], [aria-label="${t('Pause')}"]`
    if (!(event.target instanceof Element && event.target.closest(keyed))) return
    const move = moveOfKey(event.key, player.atSeconds, player.lengthSeconds)
    if (!move) return
    event.preventDefault()
    if (move.kind === 'seek') seek(heard, move.toSeconds)
    else toggle()
  }
  const lineOf = (take: Take, letter: 'A' | 'B', job: JobView) => (
    <TakeLine
      letter={letter}
      voice={nameOf(job.voiceUsed ?? job.voiceId)}
      job={job}
      player={players[take]}
      isHeard={heard === take}
      onHear={() => hear(take)}
      onSeek={(seconds) => seek(take, seconds)}
    />
  )
  return (
    <Stack ref={parts} $gap={12} onKeyDown={onKeyDown}>
      {/* biome-ignore lint/a11y/useMediaCaption: the texts are below. */}
      <audio ref={takes.audio.first} src={urls[0]} preload="auto" />
      {/* biome-ignore lint/a11y/useMediaCaption: the texts are below. */}
      <audio ref={takes.audio.second} src={urls[1]} preload="auto" />
      <Row $gap={12}>
        <PlayButton isPlaying={player.isPlaying} isLoading={player.isLoading} onToggle={toggle} />
        <Button isSmall aria-keyshortcuts="t" onClick={hearOther}>
          {t('Switch to {take}', { take: heard === 'first' ? 'B' : 'A' })}
        </Button>
        <Hint>{t('T does the same, at the same place.')}</Hint>
      </Row>
      <Group aria-label={t('Take that is heard')}>
        {lineOf('first', 'A', first)}
        {lineOf('second', 'B', second)}
      </Group>
      {player.isBroken && <FailureNote>{t('The audio could not be loaded.')}</FailureNote>}
    </Stack>
  )
}
