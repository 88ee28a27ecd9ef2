import { useQueryClient } from '@tanstack/react-query'
import { paths } from '@utter/contracts/screens'
import { Activity, AudioLines, Keyboard, Library, LogOut, Moon, PanelLeft, Sun } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { setColorTheme, useColorTheme } from '../../lib/browser/color-theme.ts'
import { useSingleKeys, withCommand } from '../../lib/shortcuts.ts'
import { recentQuery, wholeQuery } from '../jobs/live/queries.ts'
import { useMe } from '../session/me.ts'
import { useLogOut } from '../session/use-log-out.ts'
import type { Command, ScreenLink } from './command.ts'
import { findCommands } from './find-commands.ts'
import { keysTo } from './go-keys.ts'

interface CommandsOptions {
  screens: readonly ScreenLink[]
  onToggleSidebar: () => void
  onShowShortcuts: () => void
}

/** Everything that the palette can lead to and do, by the typed text. */
export function useCommands(typed: string, { screens, onToggleSidebar, onShowShortcuts }: CommandsOptions) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const isSignedIn = useMe().data !== undefined
  const logOut = useLogOut()
  const theme = useColorTheme()
  const other = theme === 'dark' ? 'light' : 'dark'
  const hasSingleKeys = useSingleKeys()

  const actions: Command[] = [
    {
      id: 'theme',
      label: `Switch to ${other} theme`,
      icon: theme === 'dark' ? Sun : Moon,
      words: 'colour color mode appearance',
      run: () => setColorTheme(other),
    },
    {
      id: 'sidebar',
      label: 'Toggle sidebar',
      icon: PanelLeft,
      keys: withCommand('B'),
      words: 'menu',
      run: onToggleSidebar,
    },
    {
      id: 'shortcuts',
      label: 'Keyboard shortcuts',
      icon: Keyboard,
      keys: hasSingleKeys ? '?' : undefined,
      words: 'help keys',
      run: onShowShortcuts,
    },
  ]
  if (isSignedIn) {
    const words = 'book chapters audiobook file long text'
    actions.push({ id: 'new-work', label: 'New work', icon: Library, words, run: () => navigate(paths.newWork) })
    const ofLog = 'log api calls errors live key'
    actions.push({
      id: 'requests',
      label: 'Requests',
      icon: Activity,
      words: ofLog,
      run: () => navigate(paths.requests),
    })
    actions.push({ id: 'log-out', label: 'Log Out', icon: LogOut, words: 'sign out', run: () => logOut.mutate() })
  }

  return findCommands(typed, {
    screens: screens.map(({ label, to, icon }) => ({
      id: to,
      label,
      icon,
      keys: hasSingleKeys ? keysTo(to) : undefined,
      run: () => navigate(to),
    })),
    actions,
    // As far as they are loaded: the palette answers at once, and asks nobody.
    rows: client.getQueryData(wholeQuery.queryKey)?.rows ?? client.getQueryData(recentQuery.queryKey) ?? [],
    toCommand: (job) => ({
      id: job.id,
      label: 'userText' in job ? job.userText : `Open job ${job.id}`,
      icon: AudioLines,
      ...('userText' in job && { job }),
      run: () => navigate(`${paths.jobs}?job=${job.id}`),
    }),
  }).filter(({ title }) => isSignedIn || title !== 'Jobs')
}
