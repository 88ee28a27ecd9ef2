import { CircleCheck, CircleX, X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'
import styled, { css, keyframes } from 'styled-components'
import { useNarrow } from '../../lib/hooks/use-narrow.ts'
import { t } from '../../lib/language/words.ts'
import { closeToast, useToast } from '../../lib/toasts.ts'
import { narrow } from '../../theme.ts'
import { Button, LinkButton } from '../form/button.tsx'
import { useFocusBefore } from './use-focus-before.ts'
import { useFreePlace } from './use-free-place.ts'

const rise = keyframes`from { opacity: 0; transform: translateY(16px); }`
const drop = keyframes`from { opacity: 0; transform: translateY(-16px); }`
const leave = keyframes`to { opacity: 0; }`

const Viewport = styled(Radix.Viewport)`
  position: fixed;
  top: 0;
  left: 0;
  z-index: 60;
  width: min(420px, calc(100vw - 32px));
  border-radius: var(--r-4);
  /* An open dialog disables the pointer for everything outside of it. */
  pointer-events: auto;
`

const Root = styled(Radix.Root)<{ $isDestructive: boolean }>`
  display: flex;
  gap: 12px;
  align-items: flex-start;
  padding: 14px 12px 14px 16px;
  background: var(--raised);
  border: 1px solid var(--line-strong);
  border-radius: var(--r-4);
  box-shadow: var(--shadow-2);
  animation: ${rise} var(--t-3) var(--ease);
  ${narrow} { animation-name: ${drop}; }

  > svg { margin-top: 2px; color: var(--completed); }
  ${({ $isDestructive }) =>
    $isDestructive &&
    css`
      border-color: color-mix(in srgb, var(--failed) 55%, var(--raised));
      > svg { color: var(--failed); }
    `}

  &[data-state='closed'] { animation: ${leave} var(--t-1) var(--ease-out) forwards; }
  &[data-swipe='move'] { transform: translate(var(--radix-toast-swipe-move-x), var(--radix-toast-swipe-move-y)); }
  &[data-swipe='cancel'] { transform: none; transition: transform var(--t-2) var(--ease); }
`

const Words = styled.div`
  flex: 1;
  min-width: 0;
  overflow-wrap: anywhere;
`
const Title = styled(Radix.Title)`
  font-weight: 600;
`
const Text = styled(Radix.Description)`
  color: var(--fg-2);
`
const Close = styled(Button)`
  margin: -4px -4px -4px auto;
`

/** Shows a single toast at a time, over no control: 5 s, swiped away over 50 px, reached by F8. */
export function Toaster() {
  const toast = useToast()
  const isNarrow = useNarrow()
  const viewport = useFreePlace(toast?.id, isNarrow)
  const onFocus = useFocusBefore(viewport, toast !== undefined)
  const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true }
  return (
    <Radix.Provider duration={5_000} swipeThreshold={50} swipeDirection={isNarrow ? 'up' : 'right'}>
      {toast && (
        <Root
          key={toast.id}
          $isDestructive={toast.isDestructive ?? false}
          {...(toast.durationMs !== undefined && { duration: toast.durationMs })}
          type={toast.isDestructive ? 'foreground' : 'background'}
          onOpenChange={(isOpen) => !isOpen && closeToast(toast.id)}
        >
          {toast.isDestructive ? <CircleX {...icon} /> : <CircleCheck {...icon} />}
          <Words>
            <Title>{toast.title}</Title>
            {toast.text && <Text dir="auto">{toast.text}</Text>}
          </Words>
          {toast.action && (
            <Radix.Action asChild altText={toast.action.label}>
              {'to' in toast.action ? (
                <LinkButton isSmall to={toast.action.to}>
                  {toast.action.label}
                </LinkButton>
              ) : (
                <Button isSmall onClick={toast.action.run}>
                  {toast.action.label}
                </Button>
              )}
            </Radix.Action>
          )}
          <Radix.Close asChild>
            <Close look="ghost" isSmall isIcon aria-label={t('Close notification')}>
              <X {...icon} />
            </Close>
          </Radix.Close>
        </Root>
      )}
      <Viewport ref={viewport} hotkey={['F8']} onFocus={onFocus} />
    </Radix.Provider>
  )
}
