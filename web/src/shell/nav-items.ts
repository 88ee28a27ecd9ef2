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

export interface NavItem {
  label: string
  to: string
  icon: LucideIcon
  /** Other paths at which this is where you are. */
  alsoAt?: string
}

export const mainItems: NavItem[] = [
  { label: 'Dashboard', to: paths.dashboard, icon: LayoutDashboard },
  { label: 'Job Queue', to: paths.jobs, icon: ListMusic },
  { label: 'API Playground', to: paths.playground, icon: FlaskConical },
  { label: 'Voice Chatbot', to: paths.chatbot, icon: MessagesSquare },
  { label: 'Works', to: paths.works, icon: Library },
  { label: 'Batches', to: paths.batches, icon: Layers },
  { label: 'Voices', to: paths.voices, icon: AudioLines },
  { label: 'User Guide', to: paths.guide, icon: BookOpen },
  { label: 'Settings', to: paths.settings, icon: Settings },
]

export const legalItems: NavItem[] = [
  { label: 'Terms of Service', to: paths.terms, icon: ScrollText },
  { label: 'License', to: paths.license, icon: Scale },
]

const pricing: NavItem = { label: 'Pricing', to: paths.pricing, icon: Tag }

export const accountItems: NavItem[] = [{ label: 'My Account', to: paths.account, icon: CircleUserRound }, pricing]
export const visitorItems: NavItem[] = [
  { label: 'Log In', to: paths.logIn, icon: LogIn, alsoAt: paths.signUp },
  pricing,
]
