import { useQueryClient } from '@tanstack/react-query'
import type { InterfaceLanguage } from '@utter/contracts/http/languages'
import { paths } from '@utter/contracts/screens'
import {
  Activity,
  AudioLines,
  BookText,
  ChartColumn,
  CircleUserRound,
  CreditCard,
  HeartPulse,
  Keyboard,
  KeyRound,
  Languages,
  Layers,
  Library,
  ListFilter,
  LogOut,
  Mic,
  Moon,
  MousePointerClick,
  PanelLeft,
  Search,
  Sun,
  Webhook,
} from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { accountParts } from '../../lib/account-parts.ts'
import { setColorTheme, useColorTheme } from '../../lib/browser/color-theme.ts'
import { type Intent, wantIntent } from '../../lib/intents.ts'
import { languages } from '../../lib/language/languages.ts'
import { chooseLanguage, pageLanguage } from '../../lib/language/page-language.ts'
import { t } from '../../lib/language/words.ts'
import { drawnKeys, singleKeys, withCommand } from '../../lib/shortcuts.ts'
import { addressOfSaved, savedFilters } from '../job-list/filters/saved-filters.ts'
import { recentQuery, wholeQuery } from '../jobs/live/queries.ts'
import { useMe } from '../session/me.ts'
import { useLogOut } from '../session/use-log-out.ts'
import type { Command, ScreenLink } from './command.ts'
import { findCommands } from './find-commands.ts'
import { keysTo } from './go-keys.ts'
import { actsOnScreen } from './screen-acts.ts'

const aboutWorks = 'book chapters audiobook file long text create'

interface CommandsOptions {
  screens: readonly ScreenLink[]
  onToggleSidebar: () => void
  onShowShortcuts: () => void
}

/** Everything that the palette can lead to and do, by the typed text. */
export function useCommands(typed: string, { screens, onToggleSidebar, onShowShortcuts }: CommandsOptions) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const me = useMe().data
  const isSignedIn = me !== undefined
  const logOut = useLogOut()
  const theme = useColorTheme()
  const isDark = theme === 'dark'
  const hasSingleKeys = singleKeys.useIsOn()
  // As the screen was when the palette was opened over it.
  const [onScreen] = useState(actsOnScreen)
  const shownKeys = (keys: string | undefined) => {
    const isSingle = keys !== undefined && !keys.includes('+')
    return keys === undefined || (isSingle && !hasSingleKeys) ? undefined : drawnKeys(keys)
  }

  const actions: Command[] = [
    {
      id: 'theme',
      label: isDark ? t('Switch to light theme') : t('Switch to dark theme'),
      icon: isDark ? Sun : Moon,
      words: 'dark light colour color mode appearance',
      run: () => setColorTheme(isDark ? 'light' : 'dark'),
    },
    ...Object.entries(languages)
      // Offered to who looks for them: once chosen, the language stays.
      .filter(([language]) => typed.trim() !== '' && language !== pageLanguage())
      .map(([language, name]) => ({
        id: `language-${language}`,
        label: t('Language: {name}', { name }),
        icon: Languages,
        // As a person looks for it who does not read this one.
        words: 'language sprache idioma langue',
        run: () => chooseLanguage(language as InterfaceLanguage),
      })),
    {
      id: 'sidebar',
      label: t('Toggle sidebar'),
      icon: PanelLeft,
      keys: withCommand('B'),
      words: 'menu',
      run: onToggleSidebar,
    },
    {
      id: 'reference',
      label: t('API reference'),
      icon: BookText,
      words: 'docs documentation openapi routes',
      // A page of the gateway's, not of this app.
      run: () => location.assign('/docs'),
    },
    {
      id: 'status',
      label: t('Status'),
      icon: HeartPulse,
      words: 'incidents uptime down outage served',
      run: () => navigate(paths.status),
    },
    {
      id: 'shortcuts',
      label: t('Keyboard shortcuts'),
      icon: Keyboard,
      keys: hasSingleKeys ? '?' : undefined,
      words: 'help keys',
      run: onShowShortcuts,
    },
  ]
  const toAccount = (part: string, intent?: Intent) => () => {
    if (intent) wantIntent(intent)
    navigate(`${paths.account}#${part}`)
  }
  if (isSignedIn) {
    actions.push(
      {
        id: 'new-job',
        label: t('New job'),
        icon: Mic,
        words: 'speak voice create',
        run: () => navigate(paths.playground),
      },
      { id: 'new-work', label: t('New work'), icon: Library, words: aboutWorks, run: () => navigate(paths.newWork) },
      {
        id: 'new-batch',
        label: t('New batch'),
        icon: Layers,
        words: 'many list file csv json lines',
        run: () => navigate(paths.newBatch),
      },
      {
        id: 'new-key',
        label: t('New API key'),
        icon: KeyRound,
        words: 'create',
        run: toAccount('keys', 'new-api-key'),
      },
      {
        id: 'test-webhook',
        label: t('Send test webhook'),
        icon: Webhook,
        words: 'try delivery',
        run: toAccount('webhook', 'test-webhook'),
      },
      {
        id: 'manage-billing',
        label: t('Manage billing'),
        icon: CreditCard,
        words: 'portal card payment cancel subscription',
        run: toAccount('subscription', 'manage-billing'),
      },
      {
        id: 'requests',
        label: t('Requests'),
        icon: Activity,
        words: 'log api calls errors live key',
        run: () => navigate(paths.requests),
      },
      {
        id: 'usage-report',
        label: t('Usage report'),
        icon: ChartColumn,
        words: 'calls days spending cost overage forecast latency time outcome failed statistics csv',
        run: () => navigate(paths.usage),
      },
      { id: 'log-out', label: t('Log Out'), icon: LogOut, words: 'sign out', run: () => logOut.mutate() },
    )
  }

  return findCommands(typed, {
    screens: screens.map(({ label, to, icon }) => ({
      id: to,
      label: t(label),
      icon,
      keys: hasSingleKeys ? keysTo(to) : undefined,
      run: () => navigate(to),
    })),
    actions,
    onScreen: onScreen
      .filter(({ label }) => !actions.some((action) => action.label === label))
      .map(({ label, keys, run }) => ({
        id: `screen-${label}`,
        label,
        icon: MousePointerClick,
        keys: shownKeys(keys),
        run,
      })),
    saved: savedFilters.useItems(me?.id).map((one) => ({
      id: `saved-${one.name}`,
      label: one.name,
      icon: ListFilter,
      words: 'saved filters jobs',
      run: () => navigate(addressOfSaved(one)),
    })),
    parts: isSignedIn
      ? accountParts.map(({ id, title, words }) => ({
          id: `account-${id}`,
          label: t(title),
          icon: CircleUserRound,
          words: `account ${words}`,
          run: toAccount(id),
        }))
      : [],
    // As far as they are loaded: the palette answers at once, and asks nobody.
    rows: client.getQueryData(wholeQuery.queryKey)?.rows ?? client.getQueryData(recentQuery.queryKey) ?? [],
    toCommand: (job) => ({
      id: job.id,
      label: 'userText' in job ? job.userText : t('Open job {id}', { id: job.id }),
      icon: AudioLines,
      ...('userText' in job && { job }),
      run: () => navigate(`${paths.jobs}?job=${job.id}`),
    }),
    toSearch: (text) => ({
      id: 'search-all',
      label: t('Search all jobs for ‘{text}’', { text }),
      icon: Search,
      run: () => navigate(`${paths.jobs}?${new URLSearchParams({ q: text })}`),
    }),
  }).filter(({ title }) => isSignedIn || ![t('Jobs'), t('Search')].includes(title))
}
