import { useMutation, useQueryClient } from '@tanstack/react-query'
import { WorkView } from '@utter/contracts/http/works/views'
import { useState } from 'react'
import styled from 'styled-components'
import { t } from '../../../lib/language/words.ts'
import { lazyView } from '../../../lib/lazy-view.tsx'
import { request } from '../../../lib/server/http.ts'
import { AnchorButton, Button } from '../../../ui/form/button.tsx'
import { CardFoot } from '../../../ui/layout/card.tsx'
import { DialogSlot } from '../../../ui/overlay/dialog-slot.tsx'
import { CodeButton } from '../../code-samples/code-button.tsx'
import { toastRefusal } from '../../session/toast-refusal.ts'
import { workQuery } from '../queries.ts'

const podcastDialog = lazyView(async () => (await import('./podcast-dialog.tsx')).PodcastDialog)
const cancelDialog = lazyView(async () => (await import('./end-work-dialogs.tsx')).CancelWorkDialog)
const deleteDialog = lazyView(async () => (await import('./end-work-dialogs.tsx')).DeleteWorkDialog)

const Last = styled(Button)`
  margin-left: auto;
`

/** Acts on a work, by its state. */
export function WorkActs({ work: { workId, title, state, chapters } }: { work: WorkView }) {
  const client = useQueryClient()
  const [open, setOpen] = useState<'podcast' | 'cancel' | 'delete'>()
  const { mutate, isPending } = useMutation({
    mutationFn: async (act: 'pause' | 'resume') => WorkView.parse(await request('POST', `/api/works/${workId}/${act}`)),
    onSuccess: async (work) => {
      await client.cancelQueries({ queryKey: workQuery(workId).queryKey, exact: true })
      client.setQueryData(workQuery(workId).queryKey, work)
    },
    onError: (error) => toastRefusal(error, t('Failed to process request')),
  })
  const act = state === 'speaking' ? 'pause' : state === 'paused' ? 'resume' : undefined
  const hasEnded = state === 'completed' || state === 'failed' || state === 'cancelled'
  const close = () => setOpen(undefined)
  const intent = (part: { preload: () => void }) => ({ onPointerEnter: part.preload, onFocus: part.preload })
  return (
    <CardFoot>
      {act && (
        <>
          <Button isSmall isBusy={isPending} onClick={() => mutate(act)}>
            {act === 'pause' ? t('Pause') : t('Resume')}
          </Button>
          <Button look="ghost" isSmall {...intent(cancelDialog)} onClick={() => setOpen('cancel')}>
            {t('Cancel work')}
          </Button>
        </>
      )}
      {chapters.every(({ audioUrl }) => audioUrl !== undefined) && (
        <>
          <AnchorButton look="ghost" isSmall href={`/api/works/${workId}/audio.m4b`} download={`${title}.m4b`}>
            {t('Download audiobook')}
          </AnchorButton>
          <AnchorButton look="ghost" isSmall href={`/api/works/${workId}/epub`} download={`${title}.epub`}>
            {t('Download EPUB')}
          </AnchorButton>
        </>
      )}
      <Button look="ghost" isSmall {...intent(podcastDialog)} onClick={() => setOpen('podcast')}>
        {t('Podcast')}
      </Button>
      {hasEnded && (
        <AnchorButton
          look="ghost"
          isSmall
          href={`/api/works/${workId}/receipt`}
          download={`utter-receipt-${workId}.json`}
        >
          {t('Receipt')}
        </AnchorButton>
      )}
      <CodeButton
        calls={() => [{ does: t('Read this work'), call: { method: 'GET', path: `/api/works/${workId}` } }]}
      />
      <Last look="danger" isSmall {...intent(deleteDialog)} onClick={() => setOpen('delete')}>
        {t('Delete')}
      </Last>
      <DialogSlot part={podcastDialog} isOpen={open === 'podcast'} onClose={close}>
        {(dialog) => <podcastDialog.View {...dialog} workId={workId} />}
      </DialogSlot>
      <DialogSlot part={cancelDialog} isOpen={open === 'cancel'} onClose={close}>
        {(dialog) => <cancelDialog.View {...dialog} workId={workId} title={title} />}
      </DialogSlot>
      <DialogSlot part={deleteDialog} isOpen={open === 'delete'} onClose={close}>
        {(dialog) => <deleteDialog.View {...dialog} workId={workId} title={title} />}
      </DialogSlot>
    </CardFoot>
  )
}
