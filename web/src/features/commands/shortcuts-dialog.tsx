import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useId } from 'react'
import styled from 'styled-components'
import { t } from '../../lib/language/words.ts'
import { singleKeys } from '../../lib/shortcuts.ts'
import { narrow } from '../../theme.ts'
import { Button } from '../../ui/form/button.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import { type FrameProps, PaletteFrame } from './frame.tsx'
import { Keys } from './keys.tsx'
import { shortcutGroups } from './shortcut-list.ts'

const Head = styled.header`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 12px;
  flex: none;
  padding: 20px 16px 12px 24px;
  h2 { font-size: 17px; }
  ${narrow} { padding: 12px 8px 8px 16px; button { width: 44px; height: 44px; } }
`

const Middle = styled.div`
  display: grid;
  gap: 20px;
  overflow: auto;
  overscroll-behavior: contain;
  padding: 4px 24px 20px;
  &:focus-visible { outline-offset: -2px; }
  ${narrow} { padding: 4px 16px 16px; }
`

const Title = styled.h3`
  margin-bottom: 4px;
  color: var(--fg-3);
  font-size: 12px;
  line-height: 16px;
  font-weight: 500;
`

const Line = styled.div<{ $isOff: boolean }>`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 16px;
  min-height: 32px;
  border-bottom: 1px solid var(--line);
  &:last-child { border-bottom: 0; }
  ${({ $isOff }) => $isOff && `color: var(--fg-3); dd { text-decoration: line-through; } kbd { color: inherit; }`}
  dd { margin: 0; }
`

const Foot = styled.footer`
  flex: none;
  padding: 16px 24px 20px;
  border-top: 1px solid var(--line);
  ${narrow} { padding: 12px 16px 20px; }
`

/** Every shortcut, and a switch for those that are one key alone. */
export const ShortcutsDialog = (frame: FrameProps) => (
  <PaletteFrame {...frame} widthPx={440}>
    <Head>
      <Dialog.Title asChild>
        <h2>{t('Keyboard shortcuts')}</h2>
      </Dialog.Title>
      <Button look="ghost" isSmall isIcon aria-label={t('Close')} onClick={frame.onClose}>
        <X size={16} strokeWidth={1.75} aria-hidden="true" />
      </Button>
    </Head>
    <Shortcuts />
  </PaletteFrame>
)

function Shortcuts() {
  const hasSingleKeys = singleKeys.useIsOn()
  const id = useId()
  return (
    <>
      <Middle role="region" aria-label={t('List of shortcuts')} tabIndex={0}>
        {shortcutGroups.map(({ title, shortcuts }) => (
          <section key={title.id} aria-labelledby={`${id}${title.id}`}>
            <Title id={`${id}${title.id}`}>{t(title)}</Title>
            <dl>
              {shortcuts.map(({ does, keys, isSingle = false }) => (
                <Line key={does.id} $isOff={isSingle && !hasSingleKeys}>
                  <dt>{t(does)}</dt>
                  <dd>
                    <Keys keys={keys} />
                  </dd>
                </Line>
              ))}
            </dl>
          </section>
        ))}
      </Middle>
      <Foot>
        <Switch
          label={t('Single keys')}
          hint={t('They work by themselves, such as ? and X. Turn them off if you dictate, or press them by mistake.')}
          isOn={hasSingleKeys}
          onChange={singleKeys.set}
        />
      </Foot>
    </>
  )
}
