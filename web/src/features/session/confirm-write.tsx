import { t } from '../../lib/language/words.ts'
import { ConfirmDialog, type ConfirmDialogProps } from '../../ui/overlay/confirm-dialog.tsx'
import { useWrite, type WriteOptions } from './use-write.ts'

type ConfirmWriteProps<Answer> = Pick<
  ConfirmDialogProps,
  'isOpen' | 'onClose' | 'title' | 'text' | 'act' | 'busyText'
> &
  // Its `onDone` closes the dialog too.
  Pick<WriteOptions<unknown, Answer>, 'onDone' | 'mutationKey'> & { send: () => Promise<Answer> }

/** A question, and the one write that follows its confirmation. A refusal is shown in it, and it may be tried again. */
export function ConfirmWrite<Answer>({ send, onDone, mutationKey, ...question }: ConfirmWriteProps<Answer>) {
  const { write, refusal, isPending, secondsLeft } = useWrite({
    send,
    onDone,
    mutationKey,
    fallback: t('Failed to process request'),
  })
  return (
    <ConfirmDialog
      {...question}
      write={() => write(undefined)}
      refusal={refusal}
      isPending={isPending}
      secondsLeft={secondsLeft}
    />
  )
}
