// A thin copy, written for obbtree's tests, of what tesseract's common/macros.h has by name.
#pragma once
#define TESSERACT_COMMON_IGNORE_WARNINGS_PUSH
#define TESSERACT_COMMON_IGNORE_WARNINGS_POP
#define TESSERACT_THREAD_LOCAL thread_local
