import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.MongoVersion;
import de.bwaldvogel.mongo.backend.h2.H2Backend;
import java.util.List;
import org.h2.mvstore.MVStore;

/** A MongoDB-compatible server for one machine: `LocalMongo <port> [<file>]`; without a file it keeps nothing. */
public final class LocalMongo {
    /** The present driver refuses the version that the server reports by itself (3.6, wire version 6 to 8). */
    private static final MongoVersion MONGO_6_0 = new MongoVersion() {
        @Override
        public List<Integer> getVersionArray() {
            return List.of(6, 0, 0);
        }

        @Override
        public int getWireVersion() {
            return 17;
        }
    };

    /** The most that a kill -9 may lose. The default, a second, is long enough to lose data that was reported as stored. */
    private static final int COMMIT_EVERY_MS = 50;

    /**
     * Compaction in the background drops chunks that are still read: past some 30,000 documents queries fail with "Chunk … not found"
     * until the next start (https://github.com/h2database/h2database/issues/4383). The file grows no larger without it: what is
     * obsolete is overwritten all the same.
     */
    private static final int NO_COMPACTION = 0;

    public static void main(String[] args) {
        int port = Integer.parseInt(args[0]);
        MVStore store = new MVStore.Builder()
                .fileName(args.length > 1 ? args[1] : null)
                .cacheSize(64)
                .autoCompactFillRate(NO_COMPACTION)
                .open();
        store.setAutoCommitDelay(COMMIT_EVERY_MS);
        MongoServer server = new MongoServer(new H2Backend(store).version(MONGO_6_0));
        Runtime.getRuntime().addShutdownHook(new Thread(server::shutdownNow));
        server.bind("127.0.0.1", port);
    }
}
