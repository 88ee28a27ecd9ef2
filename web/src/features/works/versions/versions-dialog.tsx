import { useMutation, useQuery } from '@tanstack/react-query'
import type { ChapterRow, ParagraphVersion, ParagraphView } from '@utter/contracts/http/works/views'
import { useState } from 'react'
import styled from 'styled-components'
import { useServerNow } from '../../../lib/hooks/use-now.ts'
import { t } from '../../../lib/language/words.ts'
import { sentenceOf } from '../../../lib/server/http.ts'
import { Button } from '../../../ui/form/button.tsx'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { Part } from '../../../ui/layout/part.tsx'
import { Skeleton } from '../../../ui/layout/skeleton.tsx'
import { Stack } from '../../../ui/layout/text.tsx'
import { Dialog, DialogActions } from '../../../ui/overlay/dialog.tsx'
import { findVoice } from '../../voices/find-voice.ts'
import { useVoices } from '../../voices/use-voices.ts'
import type { ParagraphActs } from '../edit/use-paragraph-acts.ts'
import { chapterQuery, versionsQuery } from '../queries.ts'
import { VersionItem } from './version-item.tsx'

/** In sight, however long the list is. */
const Foot = styled(DialogActions)`
  position: sticky;
  bottom: -24px;
  z-index: 1;
  margin: 0 -24px -24px;
  padding: 16px 24px;
  border-top: 1px solid var(--line);
  background: var(--raised);
`

interface VersionsDialogProps {
  workId: string
  row: ChapterRow
  /** A paragraph; `all`: each of the chapter. Undefined while the dialog fades. */
  shown: string | undefined
  acts: ParagraphActs
  isOpen: boolean
  onClose: () => void
}

/** Paragraphs of a chapter as they were before they were changed or removed, newest first, each to be restored. */
export function VersionsDialog({ workId, row, shown: given, acts, isOpen, onClose }: VersionsDialogProps) {
  const [shown] = useState(given)
  const paragraphId = shown === 'all' ? undefined : shown
  // The list of the moment at which it was opened: what is restored closes it.
  const [revised] = useState(row)
  const versions = useQuery({ ...versionsQuery(workId, revised), refetchOnMount: 'always' })
  const chapter = useQuery(chapterQuery(workId, row.chapterId))
  const paragraphs = chapter.data?.paragraphs ?? []
  const presentOf = (id: string | undefined) => {
    const index = paragraphs.findIndex((one) => one.paragraphId === id)
    const paragraph = paragraphs[index]
    return paragraph && { paragraph, number: index + 1 }
  }
  const number = presentOf(paragraphId)?.number
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: (version: ParagraphVersion) =>
      acts.takeBack(version, saidBy(presentOf(version.paragraphId)?.paragraph)),
    onSuccess: onClose,
  })
  const { data: voices } = useVoices()
  const now = useServerNow(60_000, isOpen)
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      isBusy={isPending}
      isWide
      focusesItself
      title={number === undefined ? t('Versions') : t('Versions of paragraph {number}', { number })}
      text={t('What was changed or removed. Words that differ from now are marked.')}
    >
      <Part query={versions} waiting={<Waiting />} failure={t('The versions could not be read')}>
        {(answer) => {
          const own = answer.versions.filter((one) => paragraphId === undefined || one.paragraphId === paragraphId)
          if (own.length === 0)
            return (
              <EmptyState
                title={t('No versions yet')}
                text={t('A paragraph that is changed or removed is kept here as it was.')}
              />
            )
          return (
            <ol>
              {own.map((version) => {
                const isActedOn = variables?.versionId === version.versionId
                return (
                  <VersionItem
                    key={version.versionId}
                    version={version}
                    isChapterVoiced={row.voiceId !== undefined}
                    present={presentOf(version.paragraphId)}
                    now={now}
                    nameOf={(voiceId) => findVoice(voices, voiceId)?.name ?? voiceId}
                    isBusy={isPending && isActedOn}
                    isDisabled={isPending && !isActedOn}
                    refusal={
                      isActedOn && error ? sentenceOf(error, t('The paragraph could not be changed')) : undefined
                    }
                    onTakeBack={() => mutate(version)}
                  />
                )
              })}
            </ol>
          )
        }}
      </Part>
      <Foot>
        <Button onClick={onClose} disabled={isPending}>
          {t('Close')}
        </Button>
      </Foot>
    </Dialog>
  )
}

const saidBy = (paragraph: ParagraphView | undefined) =>
  paragraph && {
    text: paragraph.text,
    ...(paragraph.voiceId !== undefined && { voiceId: paragraph.voiceId }),
    ...(paragraph.speaker !== undefined && { speaker: paragraph.speaker }),
  }

const Waiting = () => (
  <Stack $gap={16}>
    <Skeleton $height={80} />
    <Skeleton $height={80} />
  </Stack>
)
