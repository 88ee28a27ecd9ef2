import { lazyView } from '../../lib/lazy-view.tsx'
import { Optional } from '../../ui/layout/boundary.tsx'
import type { ScreenLink } from './command.ts'
import type { CommandViews } from './use-command-views.ts'

const palette = lazyView(async () => (await import('./palette.tsx')).Palette)
const shortcuts = lazyView(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog)

/** Fetches the palette as soon as a person seems to want it. */
export const preloadPalette = (): void => palette.preload()

interface CommandsProps {
  views: CommandViews
  screens: readonly ScreenLink[]
  onToggleSidebar: () => void
}

/** The palette and the list of shortcuts, each fetched when it is first opened, and kept, so that it can fade out. */
export const Commands = ({ views, screens, onToggleSidebar }: CommandsProps) => {
  const { shown, opened, openings, open, close, returnFocus } = views
  const dialog = { onClose: close, onReturnFocus: returnFocus }
  return (
    <>
      {opened.includes('palette') && (
        <Optional part={palette} resetKey={shown}>
          <palette.View
            // Mounted again at each opening: reopened while it fades out, it would be below what was opened meanwhile,
            // and Escape would close that.
            key={openings}
            {...dialog}
            isOpen={shown === 'palette'}
            screens={screens}
            onToggleSidebar={onToggleSidebar}
            onShowShortcuts={() => open('shortcuts')}
          />
        </Optional>
      )}
      {opened.includes('shortcuts') && (
        <Optional part={shortcuts} resetKey={shown}>
          <shortcuts.View {...dialog} isOpen={shown === 'shortcuts'} />
        </Optional>
      )}
    </>
  )
}
