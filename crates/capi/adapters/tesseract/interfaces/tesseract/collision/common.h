// A thin copy, written for obbtree's tests.
#pragma once
#include "types.h"
