import { Dialog } from 'radix-ui'
import { t } from '../../lib/language/words.ts'
import { Hidden } from '../../ui/layout/hidden.tsx'
import type { ScreenLink } from './command.ts'
import { type FrameProps, PaletteFrame } from './frame.tsx'
import { PaletteBody } from './palette-body.tsx'

export interface PaletteProps extends FrameProps {
  screens: readonly ScreenLink[]
  onToggleSidebar: () => void
  onShowShortcuts: () => void
}

/** Screens, jobs and actions, found by a few letters. The typed text is not kept for the next opening. */
export const Palette = ({ screens, onToggleSidebar, onShowShortcuts, ...frame }: PaletteProps) => (
  <PaletteFrame {...frame} widthPx={560} focusOn="[role=combobox]">
    <Dialog.Title asChild>
      <Hidden as="h2">{t('Search and commands')}</Hidden>
    </Dialog.Title>
    <PaletteBody
      screens={screens}
      onToggleSidebar={onToggleSidebar}
      onShowShortcuts={onShowShortcuts}
      onClose={frame.onClose}
    />
  </PaletteFrame>
)
