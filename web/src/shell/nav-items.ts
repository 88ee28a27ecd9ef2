import { paths } from '@utter/contracts/screens'
import {
  AudioLines,
  BookOpen,
  CircleUserRound,
  FlaskConical,
  Layers,
  LayoutDashboard,
  Library,
  ListMusic,
  LogIn,
  type LucideIcon,
  MessagesSquare,
  Scale,
  ScrollText,
  Settings,
  Tag,
} from 'lucide-react'
import { type MessageDescriptor, msg } from '../lib/language/words.ts'

export interface NavItem {
  label: MessageDescriptor
  to: string
  icon: LucideIcon
  /** Other paths at which this is where you are. */
  alsoAt?: string
}

export const mainItems: NavItem[] = [
  { label: msg('Dashboard'), to: paths.dashboard, icon: LayoutDashboard },
  { label: msg('Job Queue'), to: paths.jobs, icon: ListMusic },
  { label: msg('API Playground'), to: paths.playground, icon: FlaskConical },
  { label: msg('Voice Chatbot'), to: paths.chatbot, icon: MessagesSquare },
  { label: msg('Works'), to: paths.works, icon: Library },
  { label: msg('Batches'), to: paths.batches, icon: Layers },
  { label: msg('Voices'), to: paths.voices, icon: AudioLines },
  { label: msg('User Guide'), to: paths.guide, icon: BookOpen },
  { label: msg('Settings'), to: paths.settings, icon: Settings },
]

export const legalItems: NavItem[] = [
  { label: msg('Terms of Service'), to: paths.terms, icon: ScrollText },
  { label: msg('License'), to: paths.license, icon: Scale },
]

const pricing: NavItem = { label: msg('Pricing'), to: paths.pricing, icon: Tag }

export const accountItems: NavItem[] = [{ label: msg('My Account'), to: paths.account, icon: CircleUserRound }, pricing]
export const visitorItems: NavItem[] = [
  { label: msg('Log In'), to: paths.logIn, icon: LogIn, alsoAt: paths.signUp },
  pricing,
]
