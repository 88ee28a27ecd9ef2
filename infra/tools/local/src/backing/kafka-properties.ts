type Place = { port: number; controllerPort: number; logDir: string; ephemeral: boolean }

/**
 * The properties of a broker that is its own controller (KRaft), on this machine only, for a few dozen small topics.
 */
export const kafkaProperties = ({ port, controllerPort, logDir, ephemeral }: Place): string =>
  lines({
    'process.roles': 'broker,controller',
    'node.id': 1,
    'controller.quorum.voters': `1@127.0.0.1:${controllerPort}`,
    listeners: `PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort}`,
    'advertised.listeners': `PLAINTEXT://127.0.0.1:${port}`,
    'controller.listener.names': 'CONTROLLER',
    'inter.broker.listener.name': 'PLAINTEXT',
    'log.dirs': logDir,

    // Topics are made by ensureTopics, with settings of their own; a mistyped name must fail.
    'auto.create.topics.enable': false,
    'num.partitions': ephemeral ? 1 : 4,
    'offsets.topic.num.partitions': 4,
    'offsets.topic.replication.factor': 1,
    'transaction.state.log.replication.factor': 1,
    'transaction.state.log.min.isr': 1,
    'share.coordinator.state.topic.replication.factor': 1,
    'share.coordinator.state.topic.min.isr': 1,

    // The default waits 5 ms to write more offsets at once, and each commit pays for it; the second waits for members that all start together.
    'group.coordinator.append.linger.ms': 0,
    'group.initial.rebalance.delay.ms': 0,
    // A test of a member that is lost waits for its session.
    'group.min.session.timeout.ms': 1000,
    'group.coordinator.threads': 1,

    'num.network.threads': 2,
    'num.io.threads': 4,
    'background.threads': 2,
    'log.cleaner.threads': 1,
    // The default takes 128 MB of the heap for compacting logs of a few megabytes.
    'log.cleaner.dedupe.buffer.size': 8 * 1024 * 1024,
    // Two are laid out for every partition, 10 MB each by default.
    'log.index.size.max.bytes': 1024 * 1024,
    'log.retention.check.interval.ms': 300_000,
    // A broker that was killed must not keep its successor waiting for the 9 s of the default; a busy machine needs some.
    'broker.session.timeout.ms': 5000,
    'broker.heartbeat.interval.ms': 1000,
  })

const lines = (settings: Record<string, string | number | boolean>) =>
  `${Object.entries(settings)
    .map(([key, value]) => `${key}=${value}`)
    .join('\n')}\n`
