import { useQuery } from '@tanstack/react-query'
import type { DeliveryView } from '@utter/contracts/http/webhooks'
import { t } from '../../lib/language/words.ts'
import { CodeBlock } from '../../ui/data/code-block.tsx'
import { Button } from '../../ui/form/button.tsx'
import { Part } from '../../ui/layout/part.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { Sub } from '../../ui/layout/text.tsx'
import { Dialog, DialogActions } from '../../ui/overlay/dialog.tsx'
import { deliveryQuery } from './queries.ts'

interface MessageDialogProps {
  isOpen: boolean
  onClose: () => void
  delivery: DeliveryView
}

/** The message of a delivery as its receiver gets it, in lines. */
export function MessageDialog({ isOpen, onClose, delivery: { id, type, status } }: MessageDialogProps) {
  const detail = useQuery(deliveryQuery(id))
  // The list may have been read before the last try.
  const isTried = (detail.data?.status ?? status) === 'pending'
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      isWide
      focusesItself
      title={type}
      text={
        isTried
          ? t('Each try sends this, signed.')
          : t('Sent again, it would be this: a message is kept only while it is tried.')
      }
    >
      <CodeBlock title="webhook-id" text={id} />
      <Part query={detail} waiting={<Skeleton $height={220} />} failure={t('The message could not be read')}>
        {({ message }) =>
          message === null ? (
            <Sub>{t('There is nothing left to send: what it was about was deleted.')}</Sub>
          ) : (
            <CodeBlock title="JSON" text={message}>
              {inLines(message)}
            </CodeBlock>
          )
        }
      </Part>
      <DialogActions>
        <Button onClick={onClose}>{t('Close')}</Button>
      </DialogActions>
    </Dialog>
  )
}

const inLines = (message: string): string => JSON.stringify(JSON.parse(message), null, 2)
