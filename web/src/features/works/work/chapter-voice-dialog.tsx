import { useQueryClient } from '@tanstack/react-query'
import { charactersPerWorkCall } from '@utter/contracts/http/works/requests'
import { ChapterRow } from '@utter/contracts/http/works/views'
import { useState } from 'react'
import { counted } from '../../../lib/format/counted.ts'
import { t } from '../../../lib/language/words.ts'
import { request } from '../../../lib/server/http.ts'
import { toast } from '../../../lib/toasts.ts'
import { Label } from '../../../ui/form/field.tsx'
import { Caption, Stack } from '../../../ui/layout/text.tsx'
import { Dialog, DialogForm } from '../../../ui/overlay/dialog.tsx'
import { DialogFoot } from '../../../ui/overlay/dialog-foot.tsx'
import { useWrite } from '../../session/use-write.ts'
import { useVoices } from '../../voices/use-voices.ts'
import { showChangedChapter } from '../edit/use-change-chapter.ts'
import { VoiceSelect } from '../voice-select.tsx'

interface ChapterVoiceDialogProps {
  workId: string
  row: ChapterRow
  isOpen: boolean
  onClose: () => void
}

/** Gives a chapter another voice, and says what that costs. */
export function ChapterVoiceDialog({ workId, row, isOpen, onClose }: ChapterVoiceDialogProps) {
  const client = useQueryClient()
  const { data: voices } = useVoices()
  const { chapterId, title, characters, sectionCount, voiceId: before = '' } = row
  const [voiceId, setVoiceId] = useState(before)
  const write = useWrite({
    send: async () =>
      ChapterRow.parse(
        await request('PUT', `/api/works/${workId}/chapters/${chapterId}/voice`, {
          body: { voiceId: voiceId || null },
        }),
      ),
    onDone: async (chapter) => {
      toast({ title: t('The chapter has another voice'), text: title })
      onClose()
      await showChangedChapter(client, workId, chapter)
    },
    fallback: t('The voice could not be changed'),
  })
  const calls = sectionCount ?? Math.ceil(characters / charactersPerWorkCall)
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      isBusy={write.isPending}
      title={t('Voice of {name}', { name: title })}
      text={t('It speaks the paragraphs that have neither a voice nor a speaker of their own.')}
    >
      <DialogForm
        onSubmit={(event) => {
          event.preventDefault()
          if (voiceId === before) onClose()
          else write.write(undefined)
        }}
      >
        <Stack $gap={6}>
          <Label as="span" aria-hidden="true">
            {t('Voice')}
          </Label>
          <VoiceSelect
            label={t('Voice')}
            none={t('The voice of the work')}
            voiceId={voiceId}
            voices={voices}
            onChoose={(chosen) => {
              setVoiceId(chosen)
              write.reset()
            }}
          />
          <Caption>{t('Spoken again: up to {calls}.', { calls: counted(calls, 'call') })}</Caption>
        </Stack>
        <DialogFoot
          onCancel={onClose}
          act={t('Change voice')}
          busyText={t('Changing...')}
          state={write}
          refusal={write.refusal}
        />
      </DialogForm>
    </Dialog>
  )
}
