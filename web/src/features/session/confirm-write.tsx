import { ConfirmDialog, type ConfirmDialogProps } from '../../ui/overlay/confirm-dialog.tsx'
import { useWrite } from './use-write.ts'

type ConfirmWriteProps<Answer> = Pick<
  ConfirmDialogProps,
  'isOpen' | 'onClose' | 'title' | 'text' | 'act' | 'busyText'
> & {
  send: () => Promise<Answer>
  /** Called with the answer; it closes the dialog too. */
  onDone: (answer: Answer) => unknown
}

/** A question, and the one write that follows its confirmation. A refusal is shown in it, and it may be tried again. */
export function ConfirmWrite<Answer>({ send, onDone, ...question }: ConfirmWriteProps<Answer>) {
  const { write, refusal, isPending, secondsLeft } = useWrite({ send, onDone, fallback: 'Failed to process request' })
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
