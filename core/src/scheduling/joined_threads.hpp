// Threads that are joined at the end of their scope, whatever ends it. That is std::jthread without its stop token;
// libc++ has it only from version 20 on, and that of macOS is older.
#pragma once

#include <thread>
#include <utility>
#include <vector>

namespace edgematch {

class JoinedThreads {
  public:
    JoinedThreads() = default;
    JoinedThreads(const JoinedThreads&) = delete;
    JoinedThreads& operator=(const JoinedThreads&) = delete;
    ~JoinedThreads() {
        for (std::thread& thread : threads_) thread.join();
    }

    template <class Work>
    void start(Work&& work) {
        threads_.emplace_back(std::forward<Work>(work));
    }

  private:
    std::vector<std::thread> threads_;
};

}  // namespace edgematch
