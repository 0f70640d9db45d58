import Base
import Glibc
import Synchronization

/// Threads that draw the strips of a picture, each with a ``Worker`` of its own. They start at the first picture that is
/// worth it and sleep between pictures.
final class WorkerPool: @unchecked Sendable {
    /// Workers, the caller's among them.
    let count: Int
    private let workers: [Worker]
    private var threads: [PosixThread] = []
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let wake = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private let done = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    // Guarded by the mutex.
    /// Counts the tasks handed out; a thread that has seen a lower number has work to do.
    private var round = 0
    private var busy = 0
    private var isStopping = false
    private var task: ((Worker, Int) -> Void)?
    private var jobCount = 0

    private let nextJob = Atomic<Int>(0)

    init(count: Int) {
        self.count = max(1, count)
        workers = (0..<self.count).map { _ in Worker() }
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(wake, nil)
        pthread_cond_init(done, nil)
    }

    deinit {
        pthread_mutex_lock(mutex)
        isStopping = true
        pthread_cond_broadcast(wake)
        pthread_mutex_unlock(mutex)
        for thread in threads { thread.join() }
        pthread_cond_destroy(wake)
        pthread_cond_destroy(done)
        pthread_mutex_destroy(mutex)
        wake.deallocate()
        done.deallocate()
        mutex.deallocate()
    }

    /// Online processors, at most 8.
    static var defaultCount: Int { max(1, min(8, sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

    /// Calls `task` once for each number below `jobs`, and returns when all calls have.
    func run(jobs: Int, _ task: @escaping (Worker, Int) -> Void) {
        if count == 1 || jobs == 1 {
            for job in 0..<jobs { task(workers[0], job) }
            return
        }
        startThreads()
        nextJob.store(0, ordering: .relaxed)
        pthread_mutex_lock(mutex)
        self.task = task
        jobCount = jobs
        busy = threads.count
        round &+= 1
        pthread_cond_broadcast(wake)
        pthread_mutex_unlock(mutex)

        drain(workers[0], jobs, task)

        pthread_mutex_lock(mutex)
        while busy > 0 { pthread_cond_wait(done, mutex) }
        self.task = nil
        pthread_mutex_unlock(mutex)
    }

    private func drain(_ worker: Worker, _ jobs: Int, _ task: (Worker, Int) -> Void) {
        while true {
            let job = nextJob.add(1, ordering: .relaxed).oldValue
            if job >= jobs { return }
            task(worker, job)
        }
    }

    private func startThreads() {
        if !threads.isEmpty { return }
        for index in 1..<count {
            // The thread does not own the pool: the pool joins it before it goes.
            let (pool, worker) = (Unmanaged.passUnretained(self), workers[index])
            // With fewer threads the picture is the same, only later.
            if let thread = PosixThread({ pool._withUnsafeGuaranteedRef { $0.work(worker) } }) {
                threads.append(thread)
            }
        }
    }

    private func work(_ worker: Worker) {
        var seen = 0
        pthread_mutex_lock(mutex)
        while true {
            while round == seen && !isStopping { pthread_cond_wait(wake, mutex) }
            if isStopping { break }
            seen = round
            guard let task else { continue }
            let jobs = jobCount
            pthread_mutex_unlock(mutex)
            drain(worker, jobs, task)
            pthread_mutex_lock(mutex)
            busy -= 1
            if busy == 0 { pthread_cond_signal(done) }
        }
        pthread_mutex_unlock(mutex)
    }
}
